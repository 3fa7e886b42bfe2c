/// A file in the form that the decoder gets: only the parts that the picture needs. Colour profiles, texts, previews
/// and animations are left out, so that no code of the decoder's library reads them.
package struct EncodedPicture: Sendable, Equatable {
  /// What the file says of its picture. For an icon this is the picture that was chosen.
  package let header: PictureHeader
  /// The name of libavcodec's decoder.
  package let decoder: String
  /// The bytes for the decoder.
  package let bytes: [UInt8]

  init(_ header: PictureHeader, decoder: String, bytes: [UInt8]) {
    self.header = header
    self.decoder = decoder
    self.bytes = bytes
  }

  /// Reads a file. Throws ``PictureError``, for which nothing was decoded.
  package init(_ file: [UInt8]) throws(PictureError) {
    guard file.count <= PictureHeader.maximumBytes else { throw .tooLong(bytes: file.count) }
    switch try PictureFormat.of(file) {
    case .png: self = try PNGFile.read(file[...])
    case .jpeg: self = try JPEGFile.read(file[...])
    case .webp: self = try WebPFile.read(file[...])
    case .ico: self = try ICOFile.read(file[...])
    }
  }
}
