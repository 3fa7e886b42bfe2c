import Bytes

/// The checksum of an Ogg page (RFC 3533, 6).
package enum OggChecksum {
  /// The place of the checksum in a page; its bytes count as zero.
  package static let field = 22..<26

  /// Returns the checksum of a whole page.
  package static func of(_ page: [UInt8]) -> UInt32 {
    var sum = CRC32.add(page.prefix(field.lowerBound), to: 0)
    sum = CRC32.add([0, 0, 0, 0], to: sum)
    return CRC32.add(page.dropFirst(field.upperBound), to: sum)
  }
}
