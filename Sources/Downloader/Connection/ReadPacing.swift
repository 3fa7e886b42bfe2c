import NIOCore
import Synchronization

/// How long a connection may pause between two reads, so that bytes collect in the socket. The owner of the buffer that
/// the connection fills sets it, from any thread.
///
/// Waking up for each network packet costs more than decoding the packet.
public final class ReadPacing: Sendable {
  private let nanoseconds = Atomic<Int64>(0)
  private let shortened = Mutex<(@Sendable () -> Void)?>(nil)

  /// A pacing without pauses, until the owner sets one.
  public init() {}

  /// The pause before the next read, after a read that emptied the socket; at least 0. A change does not delay a read
  /// that has already begun. No pause is longer than half of the timeout for stalled connections.
  public var pause: Duration {
    get { .nanoseconds(nanoseconds.load(ordering: .relaxed)) }
    set {
      let new = max(0, TimeAmount(newValue).nanoseconds)
      if new < nanoseconds.exchange(new, ordering: .relaxed) { shortened.withLock(\.self)?() }
    }
  }

  /// Calls `body` whenever the pause becomes shorter; nil removes the callback.
  func whenShortened(_ body: (@Sendable () -> Void)?) { shortened.withLock { $0 = body } }
}
