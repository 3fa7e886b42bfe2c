import NIOPosix
import Synchronization

/// The event loop of a command: one thread, which a command that reaches no network never starts.
final class LazyEventLoops: Sendable {
  private let started = Mutex<MultiThreadedEventLoopGroup?>(nil)

  /// The loop; started at the first call.
  var group: MultiThreadedEventLoopGroup {
    started.withLock { started in
      if let started { return started }
      let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
      started = group
      return group
    }
  }
}
