/// Keeps the amount of buffered sound constant although the clocks of the sender and the sound card differ.
///
/// Clocks differ by some ten, at worst some hundred parts per million: at 200 ppm, a buffer of 4 s is empty after 5½
/// hours. The control therefore plays a little faster or slower, by at most 0.1 % (1.7 cents), which is inaudible. It
/// compares the mean level of the last three minutes with the level at which the buffer settled after the start. It
/// does nothing while the two are within ¾ s, so most stations are never corrected at all. A level that changes faster
/// than clocks can explain comes from the network or the server; the control then settles at the new level.
public struct DriftControl: Sendable {
  /// Maximum correction, as a fraction of the speed.
  public static let maximum = 0.001

  /// Correction for every second of deviation. With it, a drift of 200 ppm settles 0.2 s off the target. The level
  /// returns to its target with a time constant of 1000 s, which is long compared to the minutes of the means, so the
  /// loop cannot oscillate.
  private static let gain = 0.001
  /// Maximum change of the correction per second.
  private static let slew = 0.0001
  /// Deviation that starts a correction, in seconds; downwards at most the fraction ``lowSlack`` of the target.
  private static let slack = 0.75
  private static let lowSlack = 0.15
  /// Deviation that ends a correction, in seconds.
  private static let goodEnough = 0.1
  /// The lowest target level, in seconds, because the network is read once a second, and sometimes late. It rises by a
  /// second after each restart, up to `last`: a station that underruns needs more buffered sound.
  private static let lowest = (first: 2.0, last: 5.0)
  /// At this level, in seconds, the buffer is full for the network side, which then waits for playback; the level
  /// depends no longer on clocks. It is three quarters of the buffer's 20 s.
  private static let full = 15.0
  /// The highest target level, in seconds.
  private static let highest = full - slack
  /// Maximum difference between successive means that clocks can cause, in seconds; it corresponds to 8,000 ppm.
  private static let maximumByClocks = 0.5
  /// Time after a start during which the level is ignored.
  private static let settling: Duration = .seconds(20)

  private var lowest = Self.lowest.first
  private var level = DriftLevel()
  private var begun: ContinuousClock.Instant?
  private var last: ContinuousClock.Instant?
  /// The latest means, oldest first; at most three.
  private var means: [Double] = []
  /// The level found after the start, in seconds.
  private var settled: Double?
  private var isCorrecting = false
  private var goal = 0.0
  private var current = 0.0

  /// Creates a control without measurements.
  public init() {}

  /// Returns the playback speed to use from now on, minus 1: within ±``maximum``, positive to play faster because too
  /// much sound is buffered. Exactly 0 while no correction is needed.
  ///
  /// Call it with every block that is played, a few times a second. `buffered` is all buffered sound in seconds: the
  /// packet buffer, decoded sound not written yet, and the device's queue. After a pause of more than 10 s the control
  /// starts again.
  public mutating func correction(buffered: Double, at instant: ContinuousClock.Instant) -> Double {
    if let last, !(.zero...DriftLevel.maximumGap ~= last.duration(to: instant)) { begin() }
    let step = last.map { $0.duration(to: instant) / .seconds(1) * Self.slew } ?? 0
    last = instant
    let start = begun ?? instant
    begun = start
    if buffered.isFinite, start.duration(to: instant) >= Self.settling, let mean = level.add(buffered, at: instant) {
      judge(mean)
    }
    current = min(max(goal, current - step), current + step)
    return current
  }

  /// Discards the level after an underrun or a reconnect, and resets the speed to 1. If a level had been found, it was
  /// too low: the lowest target level rises by a second, up to 5 s. Use another control for another station.
  public mutating func restart() {
    if settled != nil { lowest = min(lowest + 1, Self.lowest.last) }
    begin()
  }

  /// Discards the level after a jump, and resets the speed to 1. Nothing was wrong with the level.
  public mutating func forget() { begin() }

  private mutating func begin() {
    let lowest = lowest
    self = DriftControl()
    self.lowest = lowest
  }

  /// Evaluates the mean of another minute.
  private mutating func judge(_ mean: Double) {
    if let before = means.last, abs(mean - before) > Self.maximumByClocks {
      means.removeAll()
      settled = nil
      isCorrecting = false
    }
    if means.count == 3 { means.removeFirst() }
    means.append(mean)
    let average = means.reduce(0, +) / Double(means.count)
    if settled == nil, means.count == 2 { settled = average }
    let target = min(max(settled ?? average, lowest), Self.highest)
    let error = average - target
    if isCorrecting {
      isCorrecting = abs(error) > Self.goodEnough && average < Self.full + Self.slack
    } else {
      isCorrecting =
        average < target - min(Self.slack, target * Self.lowSlack)
        || average > min(target + Self.slack, Self.full - Self.goodEnough) && average < Self.full
    }
    goal = isCorrecting ? min(max(error * Self.gain, -Self.maximum), Self.maximum) : 0
  }
}

/// Averages a fluctuating level over a minute, weighted by time.
///
/// The amount of buffered sound rises with every read from the network and falls all the time. Only a mean over many
/// reads gives information about clocks.
struct DriftLevel: Sendable {
  /// Duration of one mean.
  static let span: Duration = .seconds(60)

  /// Longest gap between two measurements; beyond it the level between them is unknown.
  static let maximumGap: Duration = .seconds(10)

  private var start: ContinuousClock.Instant?
  private var last: (instant: ContinuousClock.Instant, level: Double)?
  private var area = 0.0
  private var seconds = 0.0

  /// Adds a measurement of the level, in seconds of sound. Returns the mean when a minute is complete.
  mutating func add(_ level: Double, at instant: ContinuousClock.Instant) -> Double? {
    if let last {
      let gap = last.instant.duration(to: instant)
      guard gap >= .zero, gap <= Self.maximumGap else {
        self = DriftLevel()
        return add(level, at: instant)
      }
      let width = gap / .seconds(1)
      area += width * (last.level + level) / 2
      seconds += width
    }
    last = (instant, level)
    guard let start else {
      self.start = instant
      return nil
    }
    guard seconds > 0, start.duration(to: instant) >= Self.span else { return nil }
    defer {
      self.start = instant
      area = 0
      seconds = 0
    }
    return area / seconds
  }
}
