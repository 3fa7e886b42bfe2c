import NIOCore

/// What is on its way to a client: a bounded number of bytes.
struct MPDOutput {
  /// Bytes handed over at a time, so that it can be seen whether they go out.
  private static let pieceBytes = 64 << 10

  private let limit: Int
  private var unsent = ByteBuffer()
  private var waiting = 0
  /// When something went out last, or began to wait.
  private(set) var lastProgress = NIODeadline.now()

  init(limit: Int) { self.limit = limit }

  /// True when there is something to hand over.
  var hasUnsent: Bool { unsent.readableBytes > 0 }

  /// True when something was handed over that has not gone out.
  var isWaiting: Bool { waiting > 0 }

  /// Takes bytes; false when there are too many.
  mutating func append(_ bytes: ByteBuffer) -> Bool {
    unsent.writeImmutableBuffer(bytes)
    return waiting + unsent.readableBytes <= limit
  }

  /// What is to be handed over now.
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

  /// Notes that so many bytes went out.
  mutating func wasSent(_ bytes: Int) {
    waiting -= bytes
    lastProgress = .now()
  }
}
