public import AudioCore
import Glibc

/// What follows for one measure of sound when an expectation holds, or from an option: the values that it may have. Two
/// that leave it none contradict each other. Everything else is left to the measurement.
struct Consequence {
  /// The measure.
  enum Subject: Hashable {
    /// A quantity of each channel, or of the whole. Yes and no are 1 and 0, in phase and out of phase 1 and −1, and a
    /// codec is its place in the list of all.
    case quantity(Quantity)
    /// The level of a band, by its edges in hertz.
    case band(low: Double, high: Double)
    /// The number of channels that are measured.
    case measuredChannels
  }

  let subject: Subject
  let values: ClosedRange<Double>

  init(_ subject: Subject, _ values: ClosedRange<Double>) { (self.subject, self.values) = (subject, values) }

  init(_ quantity: Quantity, _ values: ClosedRange<Double>) { self.init(.quantity(quantity), values) }

  /// This, and what follows from it.
  var closure: [Consequence] { [self] + next.flatMap(\.closure) }

  /// The greatest level of a channel above its peak, in decibels: that of a square wave (AES17).
  private static let maximumRMS = 3.02
  /// The greatest level of a sine in a sound above the peak of it, in decibels: that in a square wave, 4/π, and a margin.
  private static let maximumTone = 2.2
  /// How far a true peak may lie below the greatest sample: what its filter ripples.
  private static let ripple = 1.0

  private var next: [Consequence] {
    guard case .quantity(let quantity) = subject else { return [] }
    let maximum = values.upperBound
    return switch quantity {
    case .truePeak: [Consequence(.peak, -.infinity...maximum + Self.ripple)]
    case .peak:
      [
        Consequence(.rms, -.infinity...maximum + Self.maximumRMS),
        Consequence(.level, -.infinity...maximum + Self.maximumTone),
      ]
    case .duration: [Consequence(.silence, -.infinity...maximum)]
    case .dc:
      [
        Consequence(
          .peak, Level.decibels(ofAmplitude: max(values.lowerBound, -maximum, 0))...(.infinity))
      ]
    default: []
    }
  }
}

extension SoundExpectation {
  /// The level of a sample at full scale, in dBFS: 32767/32768.
  private static let fullScale = -0.001
  /// The balance of channels that differ by less than −60 dB, in decibels.
  private static let equalBalance = -0.01...0.01

  /// What follows when the expectation holds. Sound below `silenceLevel` dBFS is silence.
  fileprivate func consequences(silenceLevel: Double) -> [Consequence] {
    let isSilent = Consequence(.silent, 1...1)
    let hasSound = Consequence(.silent, 0...0)
    let two = [Consequence(.channels, 2...2), Consequence(.measuredChannels, 2...(.infinity))]
    switch self {
    case .number(.dc, .atMost(let limit)): return [Consequence(.dc, -limit...limit)]
    case .number(let quantity, let bound):
      let own = Consequence(quantity, bound.interval)
      let minimum = bound.interval.lowerBound
      return switch quantity {
      case .tone: [own, hasSound, Consequence(.rate, 2 * minimum...(.infinity))]
      case .clipped where minimum >= 1: [own, Consequence(.peak, Self.fullScale...(.infinity))]
      case .balance: [own] + two
      case .startsWithin: [own, hasSound]
      default: [own]
      }
    case .silent: return [isSilent, Consequence(.peak, -.infinity...silenceLevel)]
    case .notSilent: return [hasSound, Consequence(.peak, silenceLevel...(.infinity))]
    case .codec(let codec):
      let place = Double(Codec.allCases.firstIndex(of: codec) ?? 0)
      return [Consequence(.codec, place...place)]
    case .phase(let isIn): return [Consequence(.phase, isIn ? 1...1 : -1...(-1))] + two
    case .isMono:
      return [
        Consequence(.phase, 1...1), Consequence(.balance, Self.equalBalance),
        Consequence(.measuredChannels, 2...(.infinity)),
      ]
    case .band(let low, let high, let bound):
      return [Consequence(.band(low: low, high: high), bound.interval), Consequence(.rate, 2 * high...(.infinity))]
    case .title, .reference: return []
    }
  }
}

extension Quantity {
  /// The least value that is ever measured.
  fileprivate var minimum: Double {
    switch self {
    case .level, .rms, .peak, .truePeak, .band: Level.floor
    case .lufs: -70.1  // the absolute gate of BS.1770, and half a step
    default: -.infinity
    }
  }
}

extension ExpectationList {
  /// Throws ``OptionError`` when one of the expectations cannot hold, two of them cannot both hold, or one lacks another.
  public func check() throws(OptionError) {
    let named = Set(items.map(\.quantity))
    for part in [Quantity.level, .only] where named.contains(part) && !named.contains(.tone) {
      throw OptionError("\(option: part.option) is about the tone of \(option: Quantity.tone.option), which is missing")
    }
    if items.count(where: { $0.quantity == .tone }) > 1 {
      throw OptionError("\(option: Quantity.tone.option) may be given once: one component is the strongest")
    }
    typealias Cause = (words: (option: OptionName, value: String), consequences: [Consequence])
    var causes: [Cause] = []
    if let channel {
      causes.append(
        (
          (.channel, "\(channel)"),
          [Consequence(.measuredChannels, 1...1), Consequence(.channels, Double(channel)...(.infinity))]
        ))
    }
    if let seconds {
      causes.append(
        ((.checkedTime, "\(NumberText.plain(seconds, decimals: 3)) s"), [Consequence(.duration, -.infinity...seconds)]))
    }
    for item in items {
      let words = (option: item.quantity.option, value: item.value)
      let consequences = item.consequences(silenceLevel: silenceLevel)
      if let maximum = consequences.first?.values.upperBound, maximum < item.quantity.minimum {
        let minimum = NumberText.signed(item.quantity.minimum, decimals: 0) + " " + item.quantity.unit
        throw OptionError("\(option: words.option) \(words.value) cannot hold: no measure is below \(minimum)")
      }
      causes.append((words, consequences.flatMap(\.closure)))
    }
    for (index, one) in causes.enumerated() {
      for other in causes[(index + 1)...] where Self.contradict(one.consequences, other.consequences) {
        let words = [one.words, other.words].map { $0.value.isEmpty ? "" : " " + $0.value }
        guard one.words.option != other.words.option else {
          throw OptionError("\(option: one.words.option)\(words[0]) and\(words[1]) cannot both hold")
        }
        throw OptionError(
          "\(option: one.words.option)\(words[0]) and \(option: other.words.option)\(words[1]) cannot both hold")
      }
    }
  }

  private static func contradict(_ one: [Consequence], _ other: [Consequence]) -> Bool {
    one.contains { first in
      other.contains { $0.subject == first.subject && !$0.values.overlaps(first.values) }
    }
  }
}
