import Bytes

/// The chunks of a WebP file (RFC 9649).
enum WebPFile {
  private static let extended: FourCC = "VP8X"
  private static let alpha: FourCC = "ALPH"
  private static let lossy: FourCC = "VP8 "
  private static let lossless: FourCC = "VP8L"

  /// Reads a file that begins as WebP does. Throws ``PictureError``.
  static func read(_ file: ArraySlice<UInt8>) throws(PictureError) -> EncodedPicture {
    var reader = ByteReader(file.dropFirst(12))
    var canvas: PictureHeader?
    var transparency: ArraySlice<UInt8>?
    while let kind = reader.code(), let length = reader.littleEndian(4), let body = reader.bytes(length) {
      _ = reader.skip(length & 1)  // the last chunk may lack its padding
      switch kind {
      case extended: canvas = try Self.canvas(body)
      case alpha: transparency = body
      case lossy:
        let header = try frame(body, within: canvas)
        return EncodedPicture(header, decoder: "webp", bytes: lossyFile(header, body, transparency))
      case lossless:
        let header = try losslessFrame(body, within: canvas)
        return EncodedPicture(header, decoder: "webp", bytes: container(chunk(lossless, body)))
      default: break
      }
    }
    throw .damaged(.webp, reason: "is cut off")
  }

  // MARK: Sizes

  private static func canvas(_ body: ArraySlice<UInt8>) throws(PictureError) -> PictureHeader {
    var fields = ByteReader(body)
    guard let flags = fields.integer(1), fields.skip(3) != nil, let width = fields.littleEndian(3),
      let height = fields.littleEndian(3)
    else { throw .damaged(.webp, reason: "does not say its size") }
    if flags & 0x02 != 0 { throw .unsupported("an animated WebP picture") }
    return try PictureHeader(.webp, width: width + 1, height: height + 1)
  }

  /// Reads the beginning of a lossy picture (RFC 6386, 9.1).
  private static func frame(
    _ body: ArraySlice<UInt8>, within canvas: PictureHeader?
  ) throws(PictureError) -> PictureHeader {
    var fields = ByteReader(body)
    guard let tag = fields.bytes(3), let first = tag.first, first & 1 == 0,
      fields.bytes(3)?.elementsEqual([0x9D, 0x01, 0x2A]) == true, let width = fields.littleEndian(2),
      let height = fields.littleEndian(2)
    else { throw .damaged(.webp, reason: "does not begin with a picture of its own") }
    return try checked(width: width & 0x3FFF, height: height & 0x3FFF, within: canvas)
  }

  /// Reads the beginning of a lossless picture (RFC 9649, 3.4).
  private static func losslessFrame(
    _ body: ArraySlice<UInt8>, within canvas: PictureHeader?
  ) throws(PictureError) -> PictureHeader {
    var fields = ByteReader(body)
    guard fields.integer(1) == 0x2F, let bits = fields.littleEndian(4), bits >> 29 == 0 else {
      throw .damaged(.webp, reason: "does not begin with its size")
    }
    return try checked(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1, within: canvas)
  }

  private static func checked(
    width: Int, height: Int, within canvas: PictureHeader?
  ) throws(PictureError) -> PictureHeader {
    let header = try PictureHeader(.webp, width: width, height: height)
    guard canvas == nil || canvas == header else { throw .damaged(.webp, reason: "has more than one size") }
    return header
  }

  // MARK: Writing

  private static func lossyFile(
    _ header: PictureHeader, _ body: ArraySlice<UInt8>, _ transparency: ArraySlice<UInt8>?
  ) -> [UInt8] {
    guard let transparency else { return container(chunk(lossy, body)) }
    var canvas: [UInt8] = [0x10, 0, 0, 0]  // a picture with alpha
    canvas += UInt32(header.width - 1).littleEndianBytes.prefix(3)
    canvas += UInt32(header.height - 1).littleEndianBytes.prefix(3)
    return container(chunk(extended, canvas[...]) + chunk(alpha, transparency) + chunk(lossy, body))
  }

  private static func container(_ chunks: [UInt8]) -> [UInt8] {
    Array("RIFF".utf8) + UInt32(chunks.count + 4).littleEndianBytes + Array("WEBP".utf8) + chunks
  }

  private static func chunk(_ kind: FourCC, _ body: ArraySlice<UInt8>) -> [UInt8] {
    kind.bytes + UInt32(body.count).littleEndianBytes + body + (body.count & 1 == 1 ? [0] : [])
  }
}
