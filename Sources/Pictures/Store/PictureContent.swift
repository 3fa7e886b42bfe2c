/// A form of pictures that a ``StationPictureStore`` keeps in memory.
package protocol PictureContent: Sendable, Equatable {
  /// The memory that it takes, in bytes.
  var memoryBytes: Int { get }
  /// What a store of this form keeps.
  static var limits: PictureLimits { get }
  /// The picture of the demo station.
  static var demo: Self { get }

  /// Creates the form of a picture that was read or fetched.
  init(_ found: FetchedPicture)
}
