import AudioCore
import Glibc
import Synchronization

/// The radio's face in a terminal: bars that move with the sound, and what is known about the station.
///
/// `run()` blocks one plain thread until the listener quits, the terminal goes away or `requestStop()` is called. The
/// terminal is put right whatever ends it. SIGINT and SIGTERM are the caller's to handle: let the handler call
/// `requestStop()`. Only when nobody handles them does the view see to it that they leave the terminal in order.
public final class TerminalView: Sendable {
  private let radio: any ViewedRadio
  private let options: ViewOptions
  private let device: TerminalDevice?
  private let traits: TerminalTraits
  private let signals: TerminalSignals?
  private let isStopRequested = Atomic<Bool>(false)

  /// A view on the terminal that `output` is connected to, with keys from `input` if that is a terminal, else from the
  /// controlling one. `traits` nil has them read from the environment.
  public init(
    radio: any ViewedRadio, options: ViewOptions = ViewOptions(), traits: TerminalTraits? = nil,
    input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO
  ) {
    self.radio = radio
    self.options = options
    device = TerminalDevice(input: input, output: output)
    self.traits = traits ?? TerminalTraits.detect(descriptor: output)
    signals = TerminalSignals()
  }

  /// True when standard output is a terminal, so that there is something to draw on.
  public static var isAvailable: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Draws until the view ends. Only one view may run at a time in a process, and each only once.
  public func run() -> ViewEnd {
    guard let device, let signals else { return .noTerminal }
    return signals.whileHandling {
      var loop = ViewLoop(radio: radio, options: options, traits: traits, device: device, signals: signals)
      return loop.run { isStopRequested.load(ordering: .acquiring) }
    }
  }

  /// The same on a thread of its own. Cancelling the task stops the view.
  public func runOnOwnThread() async -> ViewEnd {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isStarted = PlainThread.start { continuation.resume(returning: self.run()) }
        if !isStarted { continuation.resume(returning: .noTerminal) }
      }
    } onCancel: {
      requestStop()
    }
  }

  /// Has `run()` return `.stopped` soon, with the terminal restored; from any thread.
  public func requestStop() {
    isStopRequested.store(true, ordering: .releasing)
    signals?.wake()
  }
}
