import NIOCore

/// The output to one client, a bounded number of bytes.
struct MPDOutput {
  /// Most bytes of one write; small, so that progress can be seen.
  private static let pieceBytes = 64 << 10

  private let limit: Int
  private var unsent = ByteBuffer()
  private var waiting = 0
  /// The last time at which bytes were sent, or began to wait.
  private(set) var lastProgress = NIODeadline.now()

  init(limit: Int) { self.limit = limit }

  /// True when there are bytes that were not written yet.
  var hasUnsent: Bool { unsent.readableBytes > 0 }

  /// True when bytes were written that have not been sent yet.
  var isWaiting: Bool { waiting > 0 }

  /// Appends bytes. Returns false when more than the limit wait.
  mutating func append(_ bytes: ByteBuffer) -> Bool {
    unsent.writeImmutableBuffer(bytes)
    return waiting + unsent.readableBytes <= limit
  }

  /// Returns the bytes to write now, in pieces, and counts them as waiting.
  mutating func takePieces() -> [ByteBuffer] {
    if waiting == 0 { lastProgress = .now() }
    waiting += unsent.readableBytes
    var pieces: [ByteBuffer] = []
    while unsent.readableBytes > 0, let piece = unsent.readSlice(length: min(Self.pieceBytes, unsent.readableBytes)) {
      pieces.append(piece)
    }
    unsent = ByteBuffer()
    return pieces
  }

  /// Records that `bytes` bytes were sent.
  mutating func wasSent(_ bytes: Int) {
    waiting -= bytes
    lastProgress = .now()
  }
}
