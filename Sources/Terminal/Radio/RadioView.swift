import SystemSupport

/// A user interface of a radio: the terminal's screen, or lines of text.
public protocol RadioView: Sendable {
  /// Runs until the view ends; blocks the thread. Each view runs only once.
  func run() -> ViewEnd
  /// Makes ``run()`` return `.stopped` soon. Callable from any thread.
  func requestStop()
}

extension RadioView {
  /// Runs the view on a thread of its own. Cancelling the task stops the view.
  public func runOnOwnThread() async -> ViewEnd {
    await withTaskCancellationHandler {
      (try? await BlockingPool(threads: 1).run { self.run() }) ?? .noTerminal
    } onCancel: {
      requestStop()
    }
  }
}
