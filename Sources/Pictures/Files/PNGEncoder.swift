import Bytes

/// Writes PNG files (ISO/IEC 15948) without compression.
package enum PNGEncoder {
  /// The longest stored block of a deflate stream (RFC 1951, 3.2.4).
  private static let blockBytes = 65535

  /// Returns the file of a picture, with 8 bits of red, green and blue.
  package static func file(_ picture: Picture) -> [UInt8] {
    var header = UInt32(picture.width).bigEndianBytes + UInt32(picture.height).bigEndianBytes
    header += [8, 2, 0, 0, 0]
    var file = PNGFile.signature
    file += chunk("IHDR", header)
    file += chunk("IDAT", stored(rows(picture)))
    file += chunk("IEND", [])
    return file
  }

  /// Returns the rows, each behind the number of its filter, 0.
  private static func rows(_ picture: Picture) -> [UInt8] {
    var rows: [UInt8] = []
    rows.reserveCapacity(picture.pixels.count + picture.height)
    for row in 0..<picture.height {
      rows.append(0)
      rows += picture.pixels[3 * row * picture.width..<3 * (row + 1) * picture.width]
    }
    return rows
  }

  /// Returns a zlib stream (RFC 1950) with `bytes` as they are.
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    stream.reserveCapacity(bytes.count + bytes.count / blockBytes * 5 + 16)
    for start in stride(from: 0, to: bytes.count, by: blockBytes) {
      let block = bytes[start..<min(start + blockBytes, bytes.count)]
      stream.append(block.endIndex == bytes.endIndex ? 1 : 0)
      stream += UInt16(block.count).littleEndianBytes
      stream += (~UInt16(block.count)).littleEndianBytes
      stream += block
    }
    // Adler-32.
    var (low, high) = (UInt32(1), UInt32(0))
    for byte in bytes {
      low = (low + UInt32(byte)) % 65521
      high = (high + low) % 65521
    }
    return stream + (high << 16 | low).bigEndianBytes
  }

  private static func chunk(_ kind: FourCC, _ body: [UInt8]) -> [UInt8] {
    let bytes = kind.bytes + body
    var sum = ReflectedCRC32()
    bytes.withUnsafeBytes { sum.add($0) }
    return UInt32(body.count).bigEndianBytes + bytes + sum.value.bigEndianBytes
  }
}
