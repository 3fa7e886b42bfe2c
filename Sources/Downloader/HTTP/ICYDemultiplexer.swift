public import AudioCore
import Bytes

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
  public init(interval: Int?, charset: TextCharset = .default) {
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

/// The text of one ICY metadata block, such as `StreamTitle='Artist - Song';StreamUrl='…';`. The parser accepts the
/// known mistakes of servers.
struct ICYText {
  private let bytes: [UInt8]
  /// The same with ASCII letters in lower case: keys are searched here.
  private let lowercased: [UInt8]

  /// The text of `block`, a metadata block without its length byte, padded with NUL.
  init(block: ArraySlice<UInt8>) {
    var trimmed = block
    while trimmed.last == 0 { trimmed.removeLast() }
    bytes = Array(trimmed)
    lowercased = bytes.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
  }

  /// False for a block without `stream` (in any case) that is mostly not text: audio that was taken for a title.
  var isPlausible: Bool {
    if bytes.isEmpty || range(of: "stream") != nil { return true }
    let controls = bytes.lazy.filter { $0 < 0x20 || $0 == 0x7F }.count
    let highs = bytes.lazy.filter { $0 >= 0x80 }.count
    // Text in any charset has almost no control bytes; of audio bytes about one in eight is one.
    return controls * 20 < bytes.count && (highs * 4 < bytes.count * 3)
  }

  /// Returns the title and the address, or nil when the block contains no title.
  func metadata(charset: TextCharset) -> StreamMetadata? {
    guard let title = value(of: "StreamTitle") else { return nil }
    let url = value(of: "StreamUrl").map { CleanText.singleLine(charset.decode($0)) }
    // Decoding comes before cleaning, so that no character reference can add what the cleaning removes.
    return StreamMetadata(
      title: CleanText.singleLine(CharacterReferences.decoded(charset.decode(title))),
      url: url.flatMap { $0.isEmpty ? nil : $0 })
  }

  /// Returns the bytes between the quotes after `key=`. The value ends at the first quote before a `;`, otherwise at
  /// the last quote, otherwise at the end of the block. A value without an opening quote ends at `;`.
  private func value(of key: String) -> ArraySlice<UInt8>? {
    guard let keyRange = range(of: key.lowercased() + "=") else { return nil }
    var rest = bytes[keyRange.upperBound...]
    guard let quote = rest.first, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") else {
      return rest.prefix { $0 != UInt8(ascii: ";") }
    }
    rest.removeFirst()
    for index in rest.indices.dropLast() where rest[index] == quote && rest[index + 1] == UInt8(ascii: ";") {
      return rest[..<index]
    }
    if let last = rest.lastIndex(of: quote) { return rest[..<last] }
    return rest
  }

  /// Returns the first range of `needle` (lower-case ASCII, not empty), ignoring case.
  private func range(of needle: String) -> Range<Int>? {
    let needle = Array(needle.utf8)
    return lowercased.indices.first { lowercased[$0] == needle[0] && lowercased[$0...].starts(with: needle) }
      .map { $0..<$0 + needle.count }
  }
}
