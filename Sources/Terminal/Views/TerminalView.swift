import AudioCore
import Glibc
import Pictures
import RadioModel
import Spectrum
import Synchronization

/// The user interface of the radio in a terminal: bars that move with the sound, and information about the station.
///
/// `run()` blocks a plain thread until the listener quits, the terminal goes away or `requestStop()` is called. It
/// restores the terminal in every case. The caller handles SIGINT and SIGTERM; its handler should call `requestStop()`.
/// Only when the program does not handle them does the view itself restore the terminal on these signals.
public final class TerminalView: RadioView {
  private let radio: any RadioService
  private let options: ViewOptions
  private let device: TerminalDevice?
  private let traits: TerminalTraits
  private let pictures: (any PictureSource)?
  private let signals: TerminalSignals?
  private let isStopRequested = Atomic<Bool>(false)

  /// Creates a view on the terminal behind `output`. Keys come from `input` if that is a terminal, else from the
  /// controlling terminal. With `traits` nil they are detected from the environment.
  public init(
    radio: any RadioService, options: ViewOptions = ViewOptions(), pictures: (any PictureSource)? = nil,
    traits: TerminalTraits? = nil, input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO
  ) {
    self.radio = radio
    self.options = options
    self.pictures = options.pictures ? pictures : nil
    device = TerminalDevice(input: input, output: output)
    self.traits = traits ?? TerminalTraits.detect(descriptor: output)
    signals = TerminalSignals()
  }

  /// True when standard output is a terminal.
  public static var isAvailable: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Draws until the view ends. Only one view may run at a time in a process, and each only once.
  public func run() -> ViewEnd {
    guard let device, let signals else { return .noTerminal }
    return signals.whileHandling {
      var loop = ViewLoop(
        radio: radio, options: options, traits: traits, device: device, signals: signals,
        picture: picture(cell: device.cellPixels))
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

/// The reason why a view returned.
public enum ViewEnd: Sendable, Equatable {
  /// The listener pressed q. The view sent no command to the radio; stopping it is up to the caller.
  case quitKey
  /// The listener pressed Q: the radio is to stop, also one in a daemon. The view sent no command to the radio.
  case quitAndStop
  /// The terminal went away (hung up, closed); the radio may continue to play.
  case terminalGone
  /// `requestStop()` was called.
  case stopped
  /// Standard output is not a terminal that can be opened; nothing was drawn.
  case noTerminal
}

/// The options of a view at its start.
public struct ViewOptions: Sendable, Equatable {
  /// The options of the measurement and of the bars. Its number of bands is ignored: see `bands`.
  public var spectrum: SpectrumOptions
  /// The number of bands that the user requested, shown when they fit. With nil the width of the terminal decides.
  public var bands: Int?
  /// The number of pictures per second while there is sound, 1…240.
  public var framesPerSecond: Int

  /// The visualizer at the start; nil for bars of the spectrum's profile.
  public var visualizer: VisualizerMode?
  /// The themes, with the one at the start.
  public var themes = ThemeChoice()
  /// The pane that has the keys at the start: `.nowPlaying` where something plays at once, `.stations` where the
  /// listener has to choose first.
  public var startPane = PaneKind.nowPlaying

  /// The time by which the sound is drawn later than it is played, in milliseconds, 0…2000: for headphones and speakers
  /// that play late.
  public var delayMilliseconds = 0
  /// The values of `delayMilliseconds`.
  public static let delays = DelayedMeter.range
  /// True when the pictures of stations are fetched and shown.
  public var pictures = true

  /// The default number of pictures per second.
  public static let defaultFramesPerSecond = 60

  /// Creates the options of a view.
  public init(
    spectrum: SpectrumOptions = SpectrumOptions(defaultsOf: .rta), bands: Int? = nil,
    framesPerSecond: Int = ViewOptions.defaultFramesPerSecond
  ) {
    self.spectrum = spectrum
    self.bands = bands
    self.framesPerSecond = min(max(framesPerSecond, 1), 240)
  }
}
