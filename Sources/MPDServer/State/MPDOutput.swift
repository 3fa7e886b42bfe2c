import NIOCore
import ServerSupport

/// The output to one client, a bounded number of bytes, which count in the budget of all clients.
struct MPDOutput {
  /// Most bytes of one write; small, so that progress can be seen.
  private static let pieceBytes = 64 << 10
  /// The number of waiting bytes from which on no further command is carried out.
  static let fullBytes = 64 << 10

  private let limit: Int
  private let budget: ByteBudget
  private var account: ByteBudget.Account
  /// The bytes that were not written yet. Each piece has its own memory, which is free as soon as the piece is sent.
  private var unsent: [ByteBuffer] = []
  private var waiting = 0
  /// The last time at which bytes were sent, or began to wait.
  private(set) var lastProgress = NIODeadline.now()

  /// No output. At most `limit` bytes can wait at a time.
  init(limit: Int, budget: ByteBudget, isLocalSocket: Bool) {
    self.limit = limit
    self.budget = budget
    account = budget.open(isLocalSocket: isLocalSocket)
  }

  /// True when there are bytes that were not written yet.
  var hasUnsent: Bool { !unsent.isEmpty }

  /// True when bytes were written that have not been sent yet.
  var isWaiting: Bool { waiting > 0 }

  /// True when the client must take bytes before the next command is carried out.
  var isFull: Bool { account.bytes >= Self.fullBytes }

  /// True when the output takes memory that others could use.
  var takesShared: Bool { account.bytes > budget.allowance }

  /// True when `count` more bytes stay within the limit of this client.
  func isAllowed(_ count: Int) -> Bool { account.bytes + count <= limit }

  /// Appends bytes. Returns false and appends nothing when they do not fit into the memory for all clients, unless
  /// `mayExceed` is true.
  mutating func append(_ bytes: ByteBuffer, mayExceed: Bool) -> Bool {
    if bytes.readableBytes == 0 { return true }
    guard budget.grow(&account, by: bytes.readableBytes, mayExceed: mayExceed) else { return false }
    var rest = bytes
    while rest.readableBytes > 0 {
      let free = Self.pieceBytes - (unsent.last?.readableBytes ?? Self.pieceBytes)
      if free == 0 {
        unsent.append(ByteBufferAllocator().buffer(capacity: min(rest.readableBytes, Self.pieceBytes)))
      } else if let piece = rest.readSlice(length: min(free, rest.readableBytes)) {
        unsent[unsent.count - 1].writeImmutableBuffer(piece)
      }
    }
    return true
  }

  /// Calls `resume` once, on any thread, when `count` bytes fit, which are kept until something is appended.
  func wait(for count: Int, resume: @escaping @Sendable () -> Void) {
    budget.wait(for: count, in: account, resume: resume)
  }

  /// Returns the bytes to write now, in pieces, and counts them as waiting.
  mutating func takePieces() -> [ByteBuffer] {
    if waiting == 0 { lastProgress = .now() }
    waiting += unsent.reduce(0) { $0 + $1.readableBytes }
    return exchange(&unsent, with: [])
  }

  /// Records that `bytes` bytes were sent.
  mutating func wasSent(_ bytes: Int) {
    waiting -= bytes
    budget.shrink(&account, by: bytes)
    lastProgress = .now()
  }

  /// Discards all bytes, for a client that takes no more, and forgets an answer that waits.
  mutating func discard() {
    unsent = []
    waiting = 0
    budget.close(&account)
  }
}
