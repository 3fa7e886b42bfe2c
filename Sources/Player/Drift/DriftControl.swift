/// Holds the sound in hand at its level when the sender's clock and the sound card's differ.
///
/// Clocks differ by some ten, at worst some hundred parts in a million: at 200 ppm a buffer of 4 s is empty after 5½ hours.
/// What goes out of the buffer is therefore played a little faster or slower, by at most 0.1 % (1.7 cents), which nobody
/// hears. The level is judged by means over three minutes against the one that it settled at after the start. Within
/// ¾ s of that nothing is done, so most stations are never corrected at all. A level that changes faster than clocks
/// can explain is another one to settle at: the network or the server made it.
public struct DriftControl: Sendable {
  /// Most that is corrected, as a part of the speed.
  public static let most = 0.001

  /// Correction for every second that the level is off. 200 ppm of drift settle 0.2 s off; the level gets back to its
  /// target with a time constant of 1000 s, long against the minutes of the means, so the loop cannot swing.
  private static let gain = 0.001
  /// Most that the correction changes in a second.
  private static let slew = 0.0001
  /// How far off the level must be before anything is done, in seconds; downwards no more than ``lowSlack`` of the target.
  private static let slack = 0.75
  private static let lowSlack = 0.15
  /// Once corrected, until it is this near, in seconds.
  private static let goodEnough = 0.1
  /// The least level to aim for, in seconds: the network is read once a second, and late at times. A second more after
  /// each restart, up to the second number: a station that runs dry needs more in hand.
  private static let lowest = (first: 2.0, last: 5.0)
  /// From here on the buffer is full as far as the network side goes: it waits for us, and the level says nothing about
  /// clocks. Three quarters of the 20 s that the buffer holds, in seconds.
  private static let full = 15.0
  /// The highest level to aim for, in seconds.
  private static let highest = full - slack
  /// How much a mean may differ from the one before when clocks make the difference, in seconds: 8,000 ppm.
  private static let mostByClocks = 0.5
  /// How long after a start the level is not looked at.
  private static let settling: Duration = .seconds(20)

  private var lowest = Self.lowest.first
  private var level = DriftLevel()
  private var begun: ContinuousClock.Instant?
  private var last: ContinuousClock.Instant?
  /// The newest means, oldest first, three at most.
  private var means: [Double] = []
  /// The level that was found after the start, in seconds.
  private var settled: Double?
  private var isCorrecting = false
  private var goal = 0.0
  private var current = 0.0

  /// A control that has seen nothing yet.
  public init() {}

  /// The playing speed to take from now on, less 1: within ±``most``, above 0 to play faster because there is too much
  /// in hand. Exactly 0 as long as nothing is wrong.
  ///
  /// To be called with every block that is played, some times a second. `buffered` is all sound in hand, in seconds: the
  /// packet buffer's, what was decoded and not yet written, and the device's queue. After a pause of more than 10 s it
  /// starts over by itself.
  public mutating func correction(buffered: Double, at instant: ContinuousClock.Instant) -> Double {
    if let last, !(.zero...DriftLevel.longestGap ~= last.duration(to: instant)) { begin() }
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

  /// Forgets the level, after a dry spell or a reconnect. The speed is 1 again. When there had been time to find a level, it
  /// was too low: from now on a second more, up to 5 s in all, is seen to. For another station make another control.
  public mutating func restart() {
    if settled != nil { lowest = min(lowest + 1, Self.lowest.last) }
    begin()
  }

  private mutating func begin() {
    let lowest = lowest
    self = DriftControl()
    self.lowest = lowest
  }

  /// Takes the mean of another minute.
  private mutating func judge(_ mean: Double) {
    if let before = means.last, abs(mean - before) > Self.mostByClocks {
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
    goal = isCorrecting ? min(max(error * Self.gain, -Self.most), Self.most) : 0
  }
}
