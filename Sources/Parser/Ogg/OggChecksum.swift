/// The check sum of an Ogg page (RFC 3533, 6).
package enum OggChecksum {
  /// Where in a page its check sum stands; it counts as zero there.
  package static let field = 22..<26

  /// The check sum of a whole page.
  package static func of(_ page: [UInt8]) -> UInt32 {
    var sum = CRC32.add(page.prefix(field.lowerBound), to: 0)
    sum = CRC32.add([0, 0, 0, 0], to: sum)
    return CRC32.add(page.dropFirst(field.upperBound), to: sum)
  }
}
