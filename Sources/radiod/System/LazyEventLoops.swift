import NIOPosix

/// An event loop: one thread, which does not start in a command that needs no network.
typealias LazyEventLoops = Lazy<MultiThreadedEventLoopGroup>

extension LazyEventLoops {
  /// A loop that has not started.
  convenience init() { self.init { MultiThreadedEventLoopGroup(numberOfThreads: 1) } }

  /// Starts the loop.
  func start() { _ = value }
}
