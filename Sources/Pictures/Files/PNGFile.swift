import Bytes

/// The chunks of a PNG file (ISO/IEC 15948, clause 5).
enum PNGFile {
  /// The first bytes of every file.
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// The chunks behind the header that make the picture. A text or a colour profile could become a thousand times as
  /// long when the decoder expands it.
  private static let wanted: Set<FourCC> = ["PLTE", "tRNS", "IDAT"]
  private static let end: FourCC = "IEND"

  /// Reads a file that begins with the signature. Throws ``PictureError``.
  static func read(_ file: ArraySlice<UInt8>) throws(PictureError) -> EncodedPicture {
    var reader = ByteReader(file.dropFirst(signature.count))
    var bytes = signature
    var header: PictureHeader?
    while let length = reader.integer(4), let kind = reader.code(), let body = reader.bytes(length) {
      if header == nil {
        header = try Self.header(kind, body)
      } else if !wanted.contains(kind), kind != end {
        guard reader.skip(4) != nil else { break }
        continue
      }
      guard let sum = reader.bytes(4) else { break }
      bytes += UInt32(length).bigEndianBytes
      bytes += kind.bytes
      bytes += body
      bytes += sum
      if kind == end, let header { return EncodedPicture(header, decoder: "png", bytes: bytes) }
    }
    throw .damaged(.png, reason: "is cut off")
  }

  /// Reads the first chunk.
  private static func header(_ kind: FourCC, _ body: ArraySlice<UInt8>) throws(PictureError) -> PictureHeader {
    var fields = ByteReader(body)
    guard kind == "IHDR", body.count == 13, let width = fields.integer(4), let height = fields.integer(4) else {
      throw .damaged(.png, reason: "does not begin with its size")
    }
    return try PictureHeader(.png, width: width, height: height)
  }
}
