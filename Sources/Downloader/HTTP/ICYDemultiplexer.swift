import AudioCore

/// A piece of a station's body, in order.
public enum StreamChunk: Sendable, Equatable {
  /// Bytes of the audio stream.
  case audio([UInt8])
  /// A title that stands between the audio before and after it.
  case metadata(StreamMetadata)
  /// What follows does not continue what came before. Only streams in segments have it.
  case discontinuity
}

/// Takes the titles out of an ICY body: after every `interval` bytes of audio stands a length byte (× 16) and that much text.
///
/// A state machine over bytes: however the bytes are split, the audio and titles are the same. It belongs to one connection.
public struct ICYDemultiplexer: Sendable {
  /// Intervals that are believed, in bytes; others count as "no metadata".
  public static let intervals = 1...(16 * 1024 * 1024)

  /// Implausible blocks in a row after which the announced interval is taken for a lie.
  static let implausibleBlockLimit = 2

  private enum Position {
    case audio(bytesLeft: Int)
    case length
    case text(bytesLeft: Int)
    /// No metadata in this body.
    case audioOnly
  }

  private let interval: Int
  private let charset: TextCharset
  private var position: Position
  /// The block that is being gathered, its length byte first: at most 1 + 255 × 16 bytes.
  private var block: [UInt8] = []
  private var implausibleBlocks = 0
  private var lastMetadata: StreamMetadata?

  /// True once the announced interval proved to be a lie and the rest is passed on as audio.
  public private(set) var hasGivenUp = false

  /// A demultiplexer for a body with a title every `interval` bytes, or for one without titles when that is nil or not in ``intervals``.
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

  /// Takes the next bytes of the body; gives what they hold. A title is given only when it differs from the one before.
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
      // Probably sound: it goes where it came from, and costs at most a frame if it was a damaged title.
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
