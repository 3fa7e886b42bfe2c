import Radio
import Spectrum

/// The sensitivity of the scale of all spectra, so that all remotes show the same one. It follows the sound in the bands
/// of a view with default options, whatever bands the clients ask for. Used on one event loop only.
final class SharedSensitivity {
  /// The shortest time between two measurements. Each is a spectrum of its own, and twice a second a page with bars
  /// costs 3 % more; the sensitivity moves in steps, seldom more often.
  private static let interval = Duration.seconds(1)
  /// The longest time in seconds that counts as the interval of two measurements.
  private static let maximumInterval = 2.0

  private var analyzer: LiveAnalyzer
  private var frame: SpectrumFrame
  private var sensitivity = LiveSensitivity()
  private var measuredAt: ContinuousClock.Instant?
  /// The time of the frame that was followed last, in seconds.
  private var followedTime: Double?

  /// The sensitivity for the sound of `tuner`.
  init(of tuner: Tuner) {
    var analyzer = LiveAnalyzer { frames, window in tuner.readTap(frames: frames, into: &window) }
    frame = analyzer.prepare(SpectrumOptions(defaultsOf: .rta))
    self.analyzer = analyzer
  }

  /// The decibels to add to every level.
  var decibels: Float { sensitivity.decibels }

  /// Measures the audible sound, unless that was done just now. Each spectrum calls it for each of its frames.
  func follow() {
    let now = ContinuousClock.now
    if let measuredAt, now - measuredAt < Self.interval { return }
    guard case .sound(let isNewFormat) = analyzer.refresh() else { return }
    measuredAt = now
    if isNewFormat { frame = analyzer.prepare(analyzer.options) }
    guard analyzer.measure(into: &frame) else { return }
    let passed = followedTime.map { min(max(frame.time - $0, 0), Self.maximumInterval) } ?? 0
    followedTime = frame.time
    sensitivity.follow(frame.levels.max() ?? SpectrumConstants.floorDecibels, passed: passed)
  }
}
