import Glibc

/// The movement of bars on a screen. It is chosen for its looks and changes no number of a frame.
///
/// Profile `rta` has a scale of its own, an automatic sensitivity in steps, and falls 20 dB in 250 ms. Profile
/// `springradio` halves the distance to its target in the time of one hop of SpringRadio for iOS, has an automatic gain,
/// and is clipped to 1. Each bar has a cap that stays at
/// its peak for half a second and then falls. All movement depends on time, not on the number of redraws: 25 a second
/// show the same movement as 60. Allocates no memory after its creation. Times are seconds of any monotonic clock.
public struct LiveBallistics: Sendable {
  /// The state of a cap: it is at `top` until `since` plus the hold time, then it falls.
  private struct Cap {
    var top: Float = 0
    var since = 0.0
  }

  /// The profile to draw.
  public let profile: SpectrumOptions.Profile
  /// Bar heights 0…1, `rows × bands` as in the frames.
  public private(set) var bars: [Float]
  /// Cap heights 0…1, never below their bars.
  public private(set) var caps: [Float]
  /// Decibels that the automatic sensitivity adds to every level; 0 for `springradio`.
  public var sensitivity: Float { profile == .rta ? scale.decibels : 0 }

  private let interpolates: Bool
  private let rest: Float
  /// The levels (`rta`) or heights (`springradio`) of the last frame and of the previous one.
  private var latest: [Float]
  private var previous: [Float]
  private var latestTime = 0.0
  private var interval = 0.0
  private var framesFed = 0
  private var capStates: [Cap]
  private var shownTime: Double?
  /// The sensitivity; not used for `springradio`.
  private var scale = LiveSensitivity()
  /// The height of the highest band of the recent past; not used for `rta`.
  private var loudness = SpectrumConstants.liveSpringRadioTop
  /// The time in which `loudness` followed the sound, in seconds.
  private var heardSeconds = 0.0
  /// The factor of all heights; 1 for `rta`.
  private var gain: Float = 1

  /// Limit for levels and heights; a full bar is far below it.
  private static let maximum: Float = 1000
  /// Longest interval in seconds for interpolation: between frames further apart, the sound was interrupted.
  private static let maximumInterval = 0.25

  /// Creates bars at rest for frames of `rows × bands`.
  ///
  /// With `interpolates`, the bars move from one frame to the next over the interval between the last two frames. This
  /// smooths frames that arrive more slowly than redraws, and adds a delay of one frame. Without it, each redraw shows
  /// the last frame, which is right when each redraw has a new measurement.
  public init(profile: SpectrumOptions.Profile, rows: Int, bands: Int, interpolates: Bool) {
    self.profile = profile
    self.interpolates = interpolates
    let count = rows * bands
    bars = [Float](repeating: 0, count: count)
    caps = bars
    capStates = [Cap](repeating: Cap(), count: count)
    rest = profile == .rta ? SpectrumConstants.floorDecibels : 0
    latest = [Float](repeating: rest, count: count)
    previous = latest
  }

  /// Takes the frame that is heard at `time`. A frame with other rows or bands counts as silence.
  public mutating func feed(_ frame: SpectrumFrame, at time: Double) {
    beginFrame(at: time)
    let numbers = profile == .rta ? frame.levels : frame.heights
    guard numbers.count == latest.count else { return silence() }
    for i in numbers.indices { latest[i] = numbers[i] > rest ? min(numbers[i], Self.maximum) : rest }
    followLoudness(passed: framesFed > 1 ? interval : 0)
  }

  /// Notes silence at `time`: the bars fall.
  public mutating func feedSilence(at time: Double) {
    beginFrame(at: time)
    silence()
  }

  /// Moves bars and caps to their positions at `time`.
  public mutating func advance(to time: Double) {
    let passed = shownTime.map { max(time - $0, 0) } ?? 0
    let isFirst = shownTime == nil
    shownTime = max(time, shownTime ?? time)
    let way = interpolates && interval > 0 ? Float(min(max((time - latestTime) / interval, 0), 1)) : 1
    let fall = Float(passed * SpectrumConstants.liveFallPerSecond)
    let memory = isFirst ? 0 : Float(pow(0.5, passed / SpectrumConstants.springRadioHalfSeconds))
    for i in bars.indices {
      let number = previous[i] + (latest[i] - previous[i]) * way
      switch profile {
      case .rta: bars[i] = max(Self.clamp(Self.height(number + sensitivity)), bars[i] - fall, 0)
      case .springradio:
        let target = number * gain
        bars[i] = Self.clamp(target + (bars[i] - target) * memory)
      }
      moveCap(i, at: time)
    }
  }

  private mutating func beginFrame(at time: Double) {
    let passed = framesFed > 0 ? max(time - latestTime, 0) : 0
    interval = passed <= Self.maximumInterval ? passed : 0
    latestTime = time
    framesFed += 1
    for i in latest.indices { previous[i] = latest[i] }
  }

  private mutating func silence() {
    for i in latest.indices { latest[i] = rest }
  }

  /// Follows the loudest band: quickly upwards (0.5 s), slowly downwards (8 s; for `springradio`, whose gain has no usual
  /// value, at first not more slowly than the sound is known).
  private mutating func followLoudness(passed: Double) {
    let loudest = latest.max() ?? rest
    guard profile == .springradio else { return scale.follow(loudest, passed: passed) }
    guard loudest > SpectrumConstants.liveSpringRadioQuiet else { return }
    heardSeconds += passed
    let attack = SpectrumConstants.liveAttackSeconds
    let release = min(SpectrumConstants.liveReleaseSeconds, max(heardSeconds, attack))
    loudness += (loudest - loudness) * Float(1 - exp(-passed / (loudest > loudness ? attack : release)))
    let range = SpectrumConstants.liveSpringRadioGain
    gain = min(max(SpectrumConstants.liveSpringRadioTop / loudness, range.lowerBound), range.upperBound)
  }

  private mutating func moveCap(_ i: Int, at time: Double) {
    let fallen = max(time - capStates[i].since - SpectrumConstants.capHoldSeconds, 0)
    let height = capStates[i].top - Float(0.5 * SpectrumConstants.capGravity * fallen * fallen)
    if bars[i] >= height {
      capStates[i] = Cap(top: bars[i], since: time)
      caps[i] = bars[i]
    } else {
      caps[i] = height
    }
  }

  private static func height(_ level: Float) -> Float {
    (level - SpectrumConstants.liveBottomDecibels) / SpectrumConstants.liveSpanDecibels
  }

  private static func clamp(_ height: Float) -> Float { min(max(height, 0), 1) }
}
