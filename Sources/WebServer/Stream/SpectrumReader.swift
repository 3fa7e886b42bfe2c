import HTTPServer
import NIOCore

/// One reader of a spectrum, and the numbers of the last header and frame that it received. Used on the event loop of
/// its connection only.
final class SpectrumReader {
  /// The latest header and frame.
  struct Picture: Sendable {
    /// The event that describes how frames are made.
    var header: ByteBuffer
    /// The number of the header, from 1.
    var headerNumber: Int
    /// The event of the frame.
    var frame: ByteBuffer
    /// The number of the frame, from 1.
    var frameNumber: Int
  }

  private let connection: HTTPConnection
  private var seenHeader = 0
  private var seenFrame = 0
  private var lostFrame = 0

  /// A reader that has received nothing yet.
  init(_ connection: HTTPConnection) { self.connection = connection }

  /// Sends the header and the frame of `picture` that the reader has not received, the header first. Returns false when
  /// the reader misses the frame because too many bytes wait for it already; a retry that fails for the same frame
  /// returns true, so that each missed frame counts once.
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
    exchange(&lostFrame, with: picture.frameNumber) == picture.frameNumber
  }
}
