/// A file that was read or fetched, and its picture.
package struct FetchedPicture: Sendable {
  /// The file.
  let bytes: [UInt8]
  /// Its kind.
  let format: PictureFormat
  /// The picture.
  let picture: Picture
}
