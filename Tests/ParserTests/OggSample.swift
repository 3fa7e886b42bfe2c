import AudioCore
import TestSupport

/// Ogg streams built by hand: pages of any kind, and links of Opus or FLAC packets that are in order but contain no
/// sound.
struct OggSample {
  /// The serial number of the logical stream.
  var serial: UInt32
  /// The sequence number of its next page.
  var sequence: UInt32 = 0

  static let first: UInt8 = 2
  static let last: UInt8 = 4
  static let continued: UInt8 = 1

  /// A page that holds `pieces`. When `isOpen`, the last piece continues on the next page; its length must then be a
  /// multiple of 255.
  mutating func page(
    _ pieces: [[UInt8]], granule: Int64 = -1, flags: UInt8 = 0, isOpen: Bool = false
  ) -> [UInt8] {
    defer { sequence &+= 1 }
    var lacing: [UInt8] = []
    for (index, piece) in pieces.enumerated() {
      lacing += [UInt8](repeating: 255, count: piece.count / 255)
      if !(isOpen && index == pieces.count - 1) { lacing.append(UInt8(piece.count % 255)) }
    }
    var page = Array("OggS".utf8) + [0, flags] + Self.little(UInt64(bitPattern: granule), 8)
    page += Self.little(UInt64(serial), 4) + Self.little(UInt64(sequence), 4) + [0, 0, 0, 0, UInt8(lacing.count)]
    page += lacing
    for piece in pieces { page += piece }
    return Self.summed(page)
  }

  /// `page` with the correct checksum.
  static func summed(_ page: [UInt8]) -> [UInt8] { OggChecksum.summed(page) }

  static func little(_ number: UInt64, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
  }

  /// The pages of one packet, each with as much of it as a page can hold.
  mutating func pages(ofOne packet: [UInt8], granule: Int64 = -1) -> [[UInt8]] {
    let size = 255 * 255
    var pages: [[UInt8]] = []
    var place = 0
    repeat {
      let piece = Array(packet[place..<min(place + size, packet.count)])
      place += size
      let isOpen = place <= packet.count
      pages.append(
        page(
          [piece], granule: isOpen ? -1 : granule, flags: pages.isEmpty ? 0 : Self.continued, isOpen: isOpen))
    } while place <= packet.count
    return pages
  }

  // MARK: Comments

  static func comments(_ entries: [[UInt8]], vendor: String = "v") -> [UInt8] {
    little(UInt64(vendor.utf8.count), 4) + Array(vendor.utf8) + little(UInt64(entries.count), 4)
      + entries.flatMap { little(UInt64($0.count), 4) + $0 }
  }

  static func comments(_ entries: [String]) -> [UInt8] { comments(entries.map { Array($0.utf8) }) }

  // MARK: Opus

  static func opusHead(channels: UInt8 = 2, preSkip: Int = 312, family: [UInt8] = [0]) -> [UInt8] {
    Array("OpusHead".utf8) + [1, channels] + little(UInt64(preSkip), 2) + little(48000, 4) + [0, 0] + family
  }

  static func opusTags(_ entries: [String]) -> [UInt8] { Array("OpusTags".utf8) + comments(entries) }

  /// An Opus packet of 20 ms at 48 kHz in stereo.
  static func opus(_ filler: UInt8, size: Int = 50) -> [UInt8] { [0xFC] + [UInt8](repeating: filler, count: size - 1) }

  static let opusFrames: Int64 = 960

  /// A link: two pages of headers, then pages of four packets each, whose positions count from `start`.
  mutating func opusLink(
    _ tags: [String] = [], packets count: Int = 12, filler: UInt8 = 0, start: Int64 = 0, endsProperly: Bool = true,
    endTrim: Int64 = 0, preSkip: Int = 312
  ) -> [[UInt8]] {
    var pages = [
      page([Self.opusHead(preSkip: preSkip)], granule: 0, flags: Self.first), page([Self.opusTags(tags)], granule: 0),
    ]
    pages += opusPages(
      packets: count, filler: filler, start: start, endsProperly: endsProperly, endTrim: endTrim)
    return pages
  }

  mutating func opusPages(
    packets count: Int, filler: UInt8 = 0, start: Int64 = 0, endsProperly: Bool = true, endTrim: Int64 = 0
  ) -> [[UInt8]] {
    stride(from: 0, to: count, by: 4).map { place in
      let packets = (place..<min(place + 4, count)).map { Self.opus(filler &+ UInt8(truncatingIfNeeded: $0)) }
      let isLast = place + 4 >= count
      let granule = start + Int64(place + packets.count) * Self.opusFrames - (isLast ? endTrim : 0)
      return page(packets, granule: granule, flags: isLast && endsProperly ? Self.last : 0)
    }
  }

  // MARK: Vorbis

  /// The identification header (Vorbis I, 4.2.2) of blocks of 256 and 2048 frames.
  static func vorbisHead(rate: UInt64 = 44100) -> [UInt8] {
    [1] + Array("vorbis".utf8) + [0, 0, 0, 0, 2] + little(rate, 4) + [UInt8](repeating: 0, count: 12) + [0xB8, 1]
  }

  // MARK: FLAC

  static func flacHead(rate: Int = 44100, channels: Int = 2) -> [UInt8] {
    let format = UInt64(rate) << 12 | UInt64(channels - 1) << 9 | 15 << 4
    let info =
      [16, 0, 16, 0, 0, 0, 0, 0, 0, 0] + little(format, 4).reversed()
      + [UInt8](repeating: 0, count: 20)
    return [0x7F] + Array("FLAC".utf8) + [1, 0, 0, 1] + Array("fLaC".utf8) + [0, 0, 0, 34] + info
  }

  /// A FLAC packet of 4096 frames at 44.1 kHz.
  static func flac(_ filler: UInt8) -> [UInt8] {
    flacHeader([0xC9, 0x18, filler & 0x7F]) + [UInt8](repeating: filler, count: 40)
  }

  /// The header of a frame, with `fields` between its first two bytes and its checksum.
  static func flacHeader(_ fields: [UInt8]) -> [UInt8] {
    let header = [0xFF, 0xF8] + fields
    let sum = header.reduce(UInt8(0)) { sum, byte in
      (0..<8).reduce(sum ^ byte) { rest, _ in rest & 0x80 == 0 ? rest << 1 : rest << 1 ^ 7 }
    }
    return header + [sum]
  }

  /// A link of FLAC: headers on two pages, then one packet per page.
  mutating func flacLink(_ tags: [String] = [], rate: Int = 44100, channels: Int = 2, packets count: Int = 4)
    -> [[UInt8]]
  {
    let comments = Self.comments(tags)
    let block = [0x84, 0, UInt8(comments.count >> 8), UInt8(comments.count & 0xFF)] + comments
    return [
      page([Self.flacHead(rate: rate, channels: channels)], granule: 0, flags: Self.first), page([block], granule: 0),
    ]
      + (0..<count).map {
        page([Self.flac(UInt8($0))], granule: Int64($0 + 1) * 4096, flags: $0 == count - 1 ? Self.last : 0)
      }
  }
}

/// The bytes of `pages`, in order.
func joined(_ pages: [[UInt8]]...) -> [UInt8] {
  pages.reduce(into: []) { bytes, pages in for page in pages { bytes += page } }
}
