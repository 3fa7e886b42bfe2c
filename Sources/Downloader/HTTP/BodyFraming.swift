/// How the end of a response body is found.
enum BodyFraming: Sendable {
  /// The body ends with the connection.
  case untilEnd
  /// The body ends after this number of further bytes.
  case length(bytesLeft: UInt64)
  /// The body ends with its last chunk.
  case chunked(ChunkDecoder)

  /// True once the whole body has arrived.
  var hasEnded: Bool {
    switch self {
    case .untilEnd: false
    case .length(let bytesLeft): bytesLeft == 0
    case .chunked(let decoder): decoder.hasEnded
    }
  }

  /// True when the body is complete if the connection ends now.
  var mayEnd: Bool {
    switch self {
    case .untilEnd: true
    case .length, .chunked: hasEnded
    }
  }

  /// What is wrong with the framing; after a fault no content follows.
  var fault: ChunkDecoder.ChunkError? {
    if case .chunked(let decoder) = self { decoder.fault } else { nil }
  }

  /// Returns the content of the next bytes of the connection, and drops bytes behind the end of the body.
  mutating func decode(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
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
