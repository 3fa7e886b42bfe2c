import AudioCore
import TestSupport

/// The pages of an Ogg file and the packets on them, read according to RFC 3533 and independently of the program's own
/// reader.
struct OggFile {
  /// One page.
  struct Page {
    var flags: UInt8
    var granule: Int64
    var serial: UInt32
    var sequence: UInt32
    /// True when the checksum is correct.
    var isWhole: Bool
    /// The packets that end on this page.
    var packets: [[UInt8]] = []

    var isFirst: Bool { flags & 2 != 0 }
    var isLast: Bool { flags & 4 != 0 }
  }

  /// The pages in the order of the file.
  private(set) var pages: [Page] = []

  /// Reads the pages of `bytes` up to the first incomplete one.
  init(_ bytes: [UInt8]) {
    func little(_ range: Range<Int>) -> UInt64 { range.reversed().reduce(0) { $0 << 8 | UInt64(bytes[$1]) } }
    var place = 0
    var partial: [UInt8] = []
    while place + 27 <= bytes.count, bytes[place..<place + 4].elementsEqual("OggS".utf8) {
      let table = place + 27..<place + 27 + Int(bytes[place + 26])
      guard table.upperBound <= bytes.count else { return }
      let end = table.upperBound + bytes[table].reduce(0) { $0 + Int($1) }
      guard end <= bytes.count else { return }
      var page = Page(
        flags: bytes[place + 5], granule: Int64(bitPattern: little(place + 6..<place + 14)),
        serial: UInt32(little(place + 14..<place + 18)), sequence: UInt32(little(place + 18..<place + 22)),
        isWhole: Self.remainder(bytes[place..<place + 22] + [0, 0, 0, 0] + bytes[place + 26..<end])
          == UInt32(little(place + 22..<place + 26)))
      if page.flags & 1 == 0 { partial = [] }
      var start = table.upperBound
      for segment in bytes[table] {
        partial += bytes[start..<start + Int(segment)]
        start += Int(segment)
        guard segment < 255 else { continue }
        page.packets.append(partial)
        partial = []
      }
      pages.append(page)
      place = end
    }
  }

  /// The remainder by the polynomial of RFC 3533, computed bit by bit.
  private static func remainder(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var sum: UInt32 = 0
    for byte in bytes {
      for bit in (0..<8).reversed() {
        let carry = sum >> 31 ^ UInt32(byte >> bit & 1)
        sum = sum << 1 ^ (carry * 0x04C1_1DB7)
      }
    }
    return sum
  }

  /// The packets of a file with one link. Each audio packet must have its own page, so that the granule positions give
  /// the length of each packet. `format` is the format in the headers.
  func packets(_ codec: Codec, format: AudioFormat) -> [Packet] {
    let headerCount = codec == .vorbis ? 3 : 2
    let headers = Array(pages.flatMap(\.packets).prefix(headerCount))
    let setup = CodecSetup.headers(codec == .flac ? [Array(headers[0].suffix(34))] : headers)
    let preSkip = codec == .opus ? Int(headers[0][10]) | Int(headers[0][11]) << 8 : 0
    var packets: [Packet] = []
    var last: Int64 = 0
    var toSkip = preSkip
    for page in pages.dropFirst() where page.packets.first.map({ !headers.contains($0) }) ?? false {
      let isFirst = packets.isEmpty
      // The first packet of Vorbis gives no audio, but the encoder counts it when it is alone on its page.
      var frames = Int(page.granule - last)
      last = page.granule
      let trim = min(toSkip, frames)
      toSkip -= trim
      frames -= trim
      packets.append(
        Packet(
          codec: codec, bytes: page.packets[0], headerFormat: format, frameCount: frames, bitRate: 100_000,
          isDiscontinuity: isFirst, setup: setup, startTrim: trim, endTrim: page.isLast ? 1 : 0))
    }
    return packets
  }
}
