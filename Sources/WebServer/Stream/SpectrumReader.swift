import NIOCore

/// One who looks at a spectrum, and what it has seen. On its connection's event loop.
final class SpectrumReader {
  /// What there is to see.
  struct Picture: Sendable {
    /// The event that tells how frames are made.
    var header: ByteBuffer
    /// Which header it is; from 1.
    var headerNumber: Int
    /// The event of the frame.
    var frame: ByteBuffer
    /// Which frame it is; from 1.
    var frameNumber: Int
  }

  private let connection: WebConnection
  private var seenHeader = 0
  private var seenFrame = 0
  private var lostFrame = 0

  /// One who has seen nothing yet.
  init(_ connection: WebConnection) { self.connection = connection }

  /// Sends what is new of `picture`, the header before its first frame; false when a frame was lost because too much is waiting
  /// already, once for each frame.
  func see(_ picture: Picture) -> Bool {
    guard picture.frameNumber != seenFrame || picture.headerNumber != seenHeader else { return true }
    if picture.headerNumber != seenHeader {
      guard connection.offer(picture.header) else { return lose(picture) }
      seenHeader = picture.headerNumber
    }
    guard connection.offer(picture.frame) else { return lose(picture) }
    seenFrame = picture.frameNumber
    return true
  }

  private func lose(_ picture: Picture) -> Bool {
    defer { lostFrame = picture.frameNumber }
    return lostFrame == picture.frameNumber
  }
}
