public import Glibc
public import Pictures
public import RadioModel
import Synchronization

/// The user interface of the radio in a terminal: bars that move with the sound, and information about the station.
///
/// `run()` blocks a plain thread until the listener quits, the terminal goes away or `requestStop()` is called. It
/// restores the terminal in every case. The caller handles SIGINT and SIGTERM; its handler should call `requestStop()`.
/// Only when the program does not handle them does the view itself restore the terminal on these signals.
public final class TerminalView: RadioView {
  private let radio: any RadioService
  private let options: ViewOptions
  private let memory: ViewMemory?
  private let device: TerminalDevice?
  private let traits: TerminalTraits
  private let pictures: (any PictureSource)?
  private let signals = TerminalSignals()
  private let isStopRequested = Atomic<Bool>(false)

  /// Creates a view on the terminal behind `output`. Keys come from `input` if that is a terminal, else from the
  /// controlling terminal. The view begins as `memory` has it, and keeps there what the listener changes. With `traits`
  /// nil they are detected from the environment.
  public init(
    radio: any RadioService, options: ViewOptions = ViewOptions(), pictures: (any PictureSource)? = nil,
    memory: ViewMemory? = nil, traits: TerminalTraits? = nil, input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO
  ) {
    self.radio = radio
    var options = options
    if let memory { options.apply(memory.remembered) }
    self.options = options
    self.memory = memory
    self.pictures = options.pictures ? pictures : nil
    device = TerminalDevice(input: input, output: output)
    self.traits = traits ?? TerminalTraits.detect(descriptor: output)
  }

  /// True when standard output is a terminal.
  public static var isAvailable: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Draws until the view ends. Only one view may run at a time in a process, and each only once.
  public func run() -> ViewEnd {
    guard let device, let signals else { return .noTerminal }
    return signals.whileHandling {
      var loop = ViewLoop(
        radio: radio, options: options, traits: traits, device: device, signals: signals,
        picture: picture(cell: device.cellPixels), memory: memory)
      return loop.run { isStopRequested.load(ordering: .acquiring) }
    }
  }

  private func picture(cell: CellPixels?) -> StationPicturePane? {
    guard let pictures else { return nil }
    let (method, mayBeSixel) = PictureProtocol.detect(
      environment: { name in getenv(name).map { String(cString: $0) } }, traits: traits)
    return StationPicturePane(
      source: pictures, view: PictureView(method, mayBeSixel: mayBeSixel, cell: cell), depth: traits.colors)
  }

  /// Makes `run()` restore the terminal and return `.stopped` soon. Callable from any thread.
  public func requestStop() {
    isStopRequested.store(true, ordering: .releasing)
    signals?.wake()
  }
}
