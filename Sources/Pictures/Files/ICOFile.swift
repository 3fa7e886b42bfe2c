import Bytes

/// The pictures of a Windows icon.
enum ICOFile {
  /// The number of pictures that are looked at.
  private static let maximumPictures = 64

  /// Returns the largest picture in PNG that is not too large. Throws ``PictureError``.
  static func read(_ file: ArraySlice<UInt8>) throws(PictureError) -> EncodedPicture {
    var reader = ByteReader(file.dropFirst(4))
    guard let count = reader.littleEndian(2) else { throw .damaged(.ico, reason: "is cut off") }
    var best: EncodedPicture?
    var fault: PictureError?
    for _ in 0..<min(count, maximumPictures) {
      guard reader.skip(8) != nil, let size = reader.littleEndian(4), let place = reader.littleEndian(4) else { break }
      let body = file.dropFirst(place).prefix(size)
      guard body.count == size, body.starts(with: PNGFile.signature) else { continue }
      do throws(PictureError) {
        let picture = try PNGFile.read(body)
        if best.map({ pixels($0) < pixels(picture) }) ?? true { best = picture }
      } catch {
        fault = error
      }
    }
    if let best { return best }
    throw fault ?? .damaged(.ico, reason: "holds no PNG picture; others are not shown")
  }

  private static func pixels(_ picture: EncodedPicture) -> Int { picture.header.width * picture.header.height }
}
