import NIOCore

/// Cuts what a client sends into lines. Knows no socket.
package struct MPDLineReader {
  /// Longest line with its end, in bytes; Music Player Daemon's input buffer is as large.
  package static let maximumLineBytes = 8192

  /// What was read.
  package enum Line: Equatable, Sendable {
    /// A line, without white space at its end.
    case text([UInt8])
    /// A line that is too long: nothing that follows can be made sense of.
    case tooLong
  }

  private var buffer = ByteBuffer()
  private var hasFailed = false
  /// Bytes at the beginning that hold no end of a line.
  private var searched = 0

  /// A reader that has read nothing.
  package init() {}

  /// Bytes of which no line was made yet.
  package var byteCount: Int { buffer.readableBytes }

  /// Takes what came.
  package mutating func feed(_ bytes: ByteBuffer) {
    guard !hasFailed else { return }
    if buffer.readableBytes == 0 {
      buffer = bytes
      searched = 0
    } else {
      buffer.discardReadBytes()
      buffer.writeImmutableBuffer(bytes)
    }
  }

  /// The next line; nil until there is another.
  package mutating func next() -> Line? {
    guard !hasFailed else { return nil }
    let view = buffer.readableBytesView
    let limit = min(view.count, Self.maximumLineBytes)
    let start = view.index(view.startIndex, offsetBy: min(searched, limit))
    let end = view.index(view.startIndex, offsetBy: limit)
    guard let newline = view[start..<end].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = limit
      guard limit == Self.maximumLineBytes else { return nil }
      hasFailed = true
      buffer = ByteBuffer()
      return .tooLong
    }
    var line = view[view.startIndex..<newline]
    while let last = line.last, last <= 0x20 { line.removeLast() }
    let bytes = Array(line)
    buffer.moveReaderIndex(forwardBy: newline - view.startIndex + 1)
    searched = 0
    return .text(bytes)
  }
}
