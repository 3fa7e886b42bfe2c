package import NIOCore

/// Splits the bytes of a client into lines. It does no input itself.
package struct MPDLineReader {
  /// Longest line with its newline, in bytes. The input buffer of Music Player Daemon has the same size.
  package static let maximumLineBytes = 8192

  /// A line that was read.
  package enum Line: Equatable, Sendable {
    /// A line, without white space at its end.
    case text([UInt8])
    /// A line that is too long. Nothing that follows can be interpreted.
    case tooLong
  }

  private var buffer = ByteBuffer()
  private var hasFailed = false
  /// The number of bytes at the beginning of the buffer that contain no newline.
  private var searched = 0

  /// A reader that has read nothing.
  package init() {}

  /// The number of bytes that are not part of a returned line.
  package var byteCount: Int { buffer.readableBytes }

  /// Appends bytes.
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

  /// Returns the next line; nil until a complete one is there, and after ``Line/tooLong``.
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
