public import Glibc
public import RadioModel
import Synchronization
import SystemSupport

/// The user interface of the radio as lines of text, for screen readers, pipes and scripts: commands are read from the
/// input line by line, events are printed as they come. It never moves the cursor.
///
/// `run()` blocks a plain thread until `quit`, the end of the input, a closed output or `requestStop()`. The caller handles
/// SIGINT and SIGTERM; its handler should call `requestStop()`. A closed output raises no SIGPIPE.
public final class PlainView: RadioView {
  private let radio: any RadioService
  private let isClient: Bool
  private let input: Int32
  private let output: Int32
  private let pipe = WakePipe()
  private let isStopRequested = Atomic<Bool>(false)

  /// Creates a view of `radio`. `isClient` is true for a radio in another process, which plays on after `quit`.
  public init(
    radio: any RadioService, isClient: Bool = false, input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO
  ) {
    self.radio = radio
    self.isClient = isClient
    self.input = input
    self.output = output
  }

  /// Reads and prints until the view ends; each view only once. Returns `.quitKey` after `quit` and at the end of the
  /// input, `.terminalGone` when the output has no reader any more, `.stopped` after `requestStop()`, and `.noTerminal`
  /// when the process has no descriptors left. After `stop and quit` the radio has stopped.
  public func run() -> ViewEnd {
    guard let pipe else { return .noTerminal }
    return Self.withoutPipeSignal {
      var loop = PlainLoop(radio: radio, isClient: isClient, input: input, output: output, pipe: pipe)
      return loop.run { isStopRequested.load(ordering: .acquiring) }
    }
  }

  /// Makes `run()` return `.stopped` soon. Callable from any thread.
  public func requestStop() {
    isStopRequested.store(true, ordering: .releasing)
    pipe?.wake()
  }

  /// Runs `body` on this thread without SIGPIPE: a write reports a closed pipe.
  private static func withoutPipeSignal<Result>(_ body: () -> Result) -> Result {
    var signals = sigset_t([SIGPIPE])
    var oldMask = sigset_t()
    pthread_sigmask(SIG_BLOCK, &signals, &oldMask)
    defer {
      if sigismember(&oldMask, SIGPIPE) == 0 {
        // The signal of a write waits for the thread: take it away.
        var noTime = timespec()
        while sigtimedwait(&signals, nil, &noTime) > 0 {}
      }
      pthread_sigmask(SIG_SETMASK, &oldMask, nil)
    }
    return body()
  }
}
