import NIOPosix
import Synchronization

/// An event loop: one thread, which does not start in a command that needs no network.
final class LazyEventLoops: Sendable {
  private let started = Mutex<MultiThreadedEventLoopGroup?>(nil)

  /// Starts the loop.
  func start() { _ = group }

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
