import Player
import TestSupport

/// A station and a sound card whose clocks differ, in simulated time. It reads the network once a second with jitter,
/// sometimes seconds late, begins with a burst, and writes blocks of 220 ms to the card.
struct DriftingStation {
  /// How much faster than the card the sender is, in parts per million.
  var drift = 0.0
  /// Sound that the server sends at once, in seconds.
  var burst = 4.0
  /// True when the sender sends as much as the buffer has space for, like a file.
  var isPacedByUs = false
  /// False leaves the speed at 1, whatever the control says.
  var isCorrected = true

  /// The results of a run.
  struct Outcome {
    var underruns = 0
    var overflows = 0
    var maximumCorrection = 0.0
    var largestStep = 0.0
    var signChanges = 0
    /// The share of the time with a correction.
    var corrected = 0.0
    /// The least and the most buffered sound, in seconds.
    var levels = (least: Double.infinity, most: 0.0)
  }

  private static let capacity = 20.0
  private static let block = 0.22

  func run(seconds: Double, seed: UInt64) -> Outcome {
    var random = SeededRandom(seed: seed)
    var outcome = Outcome()
    var control = DriftControl()
    let start = ContinuousClock.now
    var now = 0.0
    var level = burst
    var delivered = 0.0
    var nextRead = isPacedByUs ? 0.0 : 1
    var isEmpty = false
    var before = 0.0
    var correctedSeconds = 0.0
    var isFilling = true
    while now < seconds {
      if now >= nextRead {
        if isPacedByUs {
          if level <= Self.capacity * 3 / 4 { isFilling = true }
          if isFilling {
            level = min(Self.capacity, level + 4)
            isFilling = level < Self.capacity
          }
        } else {
          let produced = now * (1 + drift / 1e6)
          level += produced - delivered
          delivered = produced
          if level > Self.capacity {
            outcome.overflows += 1
            level = Self.capacity
          }
        }
        // About once a minute up to 0.5 s late, once an hour up to 2 s, otherwise up to 0.2 s.
        let luck = random.unit()
        let late = luck < 1.0 / 3600 ? 2 * random.unit() : (luck < 1.0 / 60 ? 0.5 : 0.2) * random.unit()
        nextRead = max(now, nextRead + (isPacedByUs ? 0 : 0.9)) + late
      }
      if isEmpty, level < 2 {
        now += 0.1
        continue
      }
      isEmpty = false
      guard level >= Self.block else {
        outcome.underruns += 1
        isEmpty = true
        control.restart()
        before = 0
        continue
      }
      let asked = control.correction(buffered: level, at: start + .nanoseconds(Int(now * 1e9)))
      let correction = isCorrected ? asked : 0
      outcome.maximumCorrection = max(outcome.maximumCorrection, abs(correction))
      outcome.largestStep = max(outcome.largestStep, abs(correction - before))
      if correction * before < 0 { outcome.signChanges += 1 }
      before = correction
      level -= Self.block
      let lasting = Self.block / (1 + correction)
      now += lasting
      if correction != 0 { correctedSeconds += lasting }
      if now > 60 { outcome.levels = (min(outcome.levels.least, level), max(outcome.levels.most, level)) }
    }
    outcome.corrected = correctedSeconds / seconds
    return outcome
  }
}
