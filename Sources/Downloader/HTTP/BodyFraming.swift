/// How the body of an answer ends.
enum BodyFraming: Sendable {
  /// With the connection.
  case untilEnd
  /// After so many more bytes.
  case length(bytesLeft: UInt64)
  /// With its last chunk.
  case chunked(ChunkDecoder)

  /// True once all of it has come.
  var hasEnded: Bool {
    switch self {
    case .untilEnd: false
    case .length(let bytesLeft): bytesLeft == 0
    case .chunked(let decoder): decoder.hasEnded
    }
  }

  /// True when nothing is missing if the connection ends now.
  var mayEnd: Bool {
    switch self {
    case .untilEnd: true
    case .length, .chunked: hasEnded
    }
  }

  /// What is wrong with the framing; no content comes from then on.
  var fault: ChunkDecoder.Fault? {
    if case .chunked(let decoder) = self { decoder.fault } else { nil }
  }

  /// The content that is in the next bytes of the connection; what follows the end is dropped.
  mutating func take(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    switch self {
    case .untilEnd: return Array(bytes)
    case .length(let bytesLeft):
      let piece = bytes.prefix(Int(clamping: bytesLeft))
      self = .length(bytesLeft: bytesLeft - UInt64(piece.count))
      return Array(piece)
    case .chunked(var decoder):
      defer { self = .chunked(decoder) }
      return decoder.feed(bytes)
    }
  }
}
