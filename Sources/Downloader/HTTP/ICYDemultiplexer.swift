import AudioCore

/// One part of a station's body; the parts come in order.
public enum StreamChunk: Sendable, Equatable {
  /// Bytes of the audio stream.
  case audio([UInt8])
  /// A title, at its position between the audio before and after it.
  case metadata(StreamMetadata)
  /// The audio that follows does not continue the audio before. Only segmented streams have it.
  case discontinuity
}

/// Separates titles and audio of an ICY body. Behind every `interval` bytes of audio comes a length byte, and then 16
/// times that number of bytes of text.
///
/// A state machine over bytes: the result does not depend on how the bytes are split. One value serves one connection.
public struct ICYDemultiplexer: Sendable {
  /// The valid intervals, in bytes; any other value means "no metadata".
  public static let intervals = 1...(16 * 1024 * 1024)

  /// The number of implausible blocks in a row after which the announced interval counts as wrong.
  static let implausibleBlockLimit = 2

  private enum Position {
    case audio(bytesLeft: Int)
    case length
    case text(bytesLeft: Int)
    /// The body has no metadata.
    case audioOnly
  }

  private let interval: Int
  private let charset: TextCharset
  private var position: Position
  /// The block that is being collected, its length byte first: at most 1 + 255 × 16 bytes.
  private var block: [UInt8] = []
  private var implausibleBlocks = 0
  private var lastMetadata: StreamMetadata?

  /// True once the announced interval has proved to be wrong; the rest of the body is passed on as audio.
  public private(set) var hasGivenUp = false

  /// A demultiplexer for a body with a title every `interval` bytes. The body has no titles when `interval` is nil or
  /// not in ``intervals``.
  public init(interval: Int?, charset: TextCharset = .standard) {
    self.charset = charset
    if let interval, Self.intervals.contains(interval) {
      self.interval = interval
      position = .audio(bytesLeft: interval)
    } else {
      self.interval = 0
      position = .audioOnly
    }
  }

  /// Processes the next bytes of the body and returns the chunks in them. Returns a title only when it differs from the
  /// one before.
  public mutating func feed(_ bytes: [UInt8]) -> [StreamChunk] {
    if case .audioOnly = position { return bytes.isEmpty ? [] : [.audio(bytes)] }
    var chunks: [StreamChunk] = []
    var audio: [UInt8] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      switch position {
      case .audioOnly:
        audio.append(contentsOf: rest)
        rest = []
      case .audio(let bytesLeft):
        let piece = rest.prefix(bytesLeft)
        audio.append(contentsOf: piece)
        rest = rest.dropFirst(piece.count)
        position = piece.count == bytesLeft ? .length : .audio(bytesLeft: bytesLeft - piece.count)
      case .length:
        let length = rest.removeFirst()
        block = [length]
        position = length == 0 ? .audio(bytesLeft: interval) : .text(bytesLeft: Int(length) * 16)
      case .text(let bytesLeft):
        let piece = rest.prefix(bytesLeft)
        block.append(contentsOf: piece)
        rest = rest.dropFirst(piece.count)
        if piece.count < bytesLeft {
          position = .text(bytesLeft: bytesLeft - piece.count)
        } else {
          position = .audio(bytesLeft: interval)
          finishBlock(&audio, &chunks)
        }
      }
    }
    if !audio.isEmpty { chunks.append(.audio(audio)) }
    return chunks
  }

  private mutating func finishBlock(_ audio: inout [UInt8], _ chunks: inout [StreamChunk]) {
    let text = ICYText(block: block.dropFirst())
    guard text.isPlausible else {
      // The block is probably audio, so it is passed on as audio; if it was a damaged title, that costs at most a
      // frame.
      audio.append(contentsOf: block)
      implausibleBlocks += 1
      if implausibleBlocks >= Self.implausibleBlockLimit {
        hasGivenUp = true
        position = .audioOnly
      }
      return
    }
    implausibleBlocks = 0
    guard let metadata = text.metadata(charset: charset), metadata != lastMetadata else { return }
    lastMetadata = metadata
    if !audio.isEmpty {
      chunks.append(.audio(audio))
      audio = []
    }
    chunks.append(.metadata(metadata))
  }
}
