import NIOCore
import Synchronization

/// How long a connection may be left alone between two reads. Any thread.
final class ReadRest: Sendable {
  private let nanoseconds = Atomic<Int64>(0)
  private let shortened = Mutex<(@Sendable () -> Void)?>(nil)

  /// The rest that is wanted from now on; not less than 0.
  var wanted: TimeAmount {
    get { .nanoseconds(nanoseconds.load(ordering: .relaxed)) }
    set {
      let new = max(0, newValue.nanoseconds)
      if new < nanoseconds.exchange(new, ordering: .relaxed) { shortened.withLock(\.self)?() }
    }
  }

  /// Has `body` called whenever less is wanted than before; nil ends that.
  func whenShortened(_ body: (@Sendable () -> Void)?) { shortened.withLock { $0 = body } }
}
