import Parser

/// Changes audio by whole frames, pages, packets or boxes. Random edits of bytes hardly ever do this, since each shift
/// of a byte makes the parser resync.
struct FrameMutator {
  private let bytes: [UInt8]
  private var state: UInt64

  init(_ bytes: [UInt8], seed: UInt64) {
    self.bytes = bytes
    state = seed
  }

  /// The changed bytes; empty when there are no units.
  mutating func mutated() -> [UInt8] {
    let units = AudioUnits(bytes)
    let frames = units.ranges
    guard !frames.isEmpty else { return [] }
    let frame = frames[random(frames.count)]
    switch random(8) {
    case 0: return bytes.replacing(frame, with: [])
    case 1: return bytes.replacing(frame, with: Array(bytes[frame]) + Array(bytes[frame]))
    case 2: return bytes.replacing(frame, with: Array(bytes[frames[random(frames.count)]]))
    case 3: return damaged(frame, bytes: 1)
    case 4: return damaged(frame, bytes: 1 + random(frame.count))
    case 5: return withField(of: frame, in: units)
    case 6: return bytes.replacing(frame.lowerBound..<frame.lowerBound, with: Self.tags[random(Self.tags.count)])
    default: return bytes.replacing(frame, with: Array(bytes[frame].prefix(1 + random(frame.count))))
    }
  }

  private mutating func damaged(_ frame: Range<Int>, bytes number: Int) -> [UInt8] {
    var damaged = bytes
    guard frame.count > 4 else { return damaged }
    for _ in 0..<number {
      damaged[frame.lowerBound + 4 + random(frame.count - 4)] ^= UInt8(1 << random(8))
    }
    return damaged
  }

  /// The bytes with one bit of a header changed, in this frame or, like a change of format, in it and all that follow.
  private mutating func withField(of frame: Range<Int>, in units: AudioUnits) -> [UInt8] {
    var changed = bytes
    let bit = units.headerBits.lowerBound + random(units.headerBits.count)
    let isLasting = random(2) == 0
    for other in units.ranges where other == frame || (isLasting && other.lowerBound > frame.lowerBound) {
      let place = other.lowerBound + bit / 8
      if place < changed.count { changed[place] ^= UInt8(0x80 >> (bit % 8)) }
    }
    return changed
  }

  private mutating func random(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }

  private static let tags: [[UInt8]] = [
    Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 5] + Array("hello".utf8),
    Array("ID3".utf8) + [3, 0, 0, 0, 0, 1, 0],
    Array("TAG".utf8) + [UInt8](repeating: 0x20, count: 125),
    Array("APETAGEX".utf8) + [208, 7, 0, 0, 32, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x80] + [UInt8](repeating: 0, count: 8),
    Array("LYRICSBEGININD0000200L000019LYRICS200".utf8),
    [0],
    [0xFF],
  ]
}

extension [UInt8] {
  fileprivate func replacing(_ range: Range<Int>, with new: [UInt8]) -> [UInt8] {
    Array(self[..<range.lowerBound]) + new + Array(self[range.upperBound...])
  }
}
