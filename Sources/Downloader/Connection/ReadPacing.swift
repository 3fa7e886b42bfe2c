import NIOCore
import Synchronization

/// How long a connection may be left alone between two reads, so that bytes gather in the socket. The owner of the buffer behind
/// the connection sets it. Any thread.
///
/// Waking up for each packet of the network costs more than decoding it.
public final class ReadPacing: Sendable {
  private let nanoseconds = Atomic<Int64>(0)
  private let shortened = Mutex<(@Sendable () -> Void)?>(nil)

  /// No pauses, until the owner wants some.
  public init() {}

  /// The pause that is wanted from now on between a read that left nothing behind and the next one; not less than 0. A read that was
  /// begun before is not held back. No pause is longer than half of the time after which a server has stalled.
  public var pause: Duration {
    get { .nanoseconds(nanoseconds.load(ordering: .relaxed)) }
    set {
      let new = max(0, TimeAmount(newValue).nanoseconds)
      if new < nanoseconds.exchange(new, ordering: .relaxed) { shortened.withLock(\.self)?() }
    }
  }

  /// Has `body` called whenever less is wanted than before; nil ends that.
  func whenShortened(_ body: (@Sendable () -> Void)?) { shortened.withLock { $0 = body } }
}
