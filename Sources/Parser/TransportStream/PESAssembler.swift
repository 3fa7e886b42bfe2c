import Bytes

/// Extracts one elementary stream from the payloads of its transport packets, which carry PES packets (ISO/IEC 13818-1
/// 2.4.3.6). It holds no more than a header.
struct PESAssembler: Sendable {
  /// The result of ``append(_:isStart:)``.
  struct Piece {
    /// Bytes of the elementary stream.
    var bytes: ArraySlice<UInt8> = []
    /// True when a PES packet's payload begins with these bytes.
    var isStart = false
    /// True when a PES packet of known length ends with these bytes.
    var isEnd = false
    /// True when the PES packet is marked as encrypted; its bytes are left out.
    var isScrambled = false
    /// The presentation time of the first frame that begins in the PES packet, in 1/90000 s, modulo 2^33; nil when it
    /// is not stated.
    var time: Int?
  }

  private enum State {
    /// No PES packet has begun.
    case waiting
    /// A header has begun; these are its bytes so far.
    case header([UInt8])
    /// In its payload, with the number of bytes still to come; nil when the payload ends where the next PES packet
    /// begins.
    case payload(Int?)
  }

  /// Bytes of the header up to and including the length of its remainder.
  private static let fixedSize = 9
  /// Bytes of the start code, the stream's number and the length of the packet.
  private static let lengthEnd = 6

  private var state = State.waiting

  /// Forgets the PES packet that has begun.
  mutating func reset() { state = .waiting }

  /// Appends the next payload; with `isStart` a PES packet begins in it.
  mutating func append(_ payload: ArraySlice<UInt8>, isStart: Bool) -> Piece {
    if isStart { state = .header([]) }
    switch state {
    case .waiting: return Piece()
    case .payload(nil): return Piece(bytes: payload)
    case .payload(let left?):
      state = .payload(max(0, left - payload.count))
      return Piece(bytes: payload.prefix(left), isEnd: left > 0 && left <= payload.count)
    case .header(let header): return finish(header + payload)
    }
  }

  private mutating func finish(_ bytes: [UInt8]) -> Piece {
    guard bytes.count >= Self.fixedSize else {
      state = .header(bytes)
      return Piece()
    }
    // Otherwise it is not a PES header, or one of a kind without flags.
    guard bytes.starts(with: [0, 0, 1]), bytes[6] & 0xC0 == 0x80 else {
      state = .waiting
      return Piece()
    }
    let headerSize = Self.fixedSize + Int(bytes[8])
    guard bytes.count >= headerSize else {
      state = .header(bytes)
      return Piece()
    }
    let length = Int(bigEndianBytes: bytes[4..<6])
    let payload = bytes[headerSize...]
    let size = length == 0 ? nil : max(0, Self.lengthEnd + length - headerSize)
    state = .payload(size.map { max(0, $0 - payload.count) })
    var piece = Piece(bytes: payload.prefix(size ?? payload.count), isStart: true, time: Self.time(bytes))
    piece.isEnd = size.map { $0 <= payload.count } ?? false
    if bytes[6] & 0x30 != 0 {
      piece.isScrambled = true
      piece.bytes = []
      state = .waiting
    }
    return piece
  }

  /// Reads the presentation time stamp, 33 bits in five bytes; nil when there is none.
  private static func time(_ header: [UInt8]) -> Int? {
    guard header[7] & 0x80 != 0, header[8] >= 5 else { return nil }
    let bytes = header[9..<14].map(Int.init)
    return (bytes[0] >> 1 & 7) << 30 | bytes[1] << 22 | (bytes[2] >> 1) << 15 | bytes[3] << 7 | bytes[4] >> 1
  }
}
