import NIOPosix
import Synchronization

/// The event loop of a command: one thread, which does not start in a command that needs no network.
final class LazyEventLoops: Sendable {
  private let started = Mutex<MultiThreadedEventLoopGroup?>(nil)

  /// The loop; the first access starts it.
  var group: MultiThreadedEventLoopGroup {
    started.withLock { started in
      if let started { return started }
      let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
      started = group
      return group
    }
  }
}
