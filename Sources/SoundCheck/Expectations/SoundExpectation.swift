public import AudioCore
import Bytes

/// One expectation of sound.
public enum SoundExpectation: Sendable, Hashable {
  /// A number within bounds.
  case number(Quantity, Bound)
  /// All sound is silence.
  case silent
  /// Not all sound is silence.
  case notSilent
  /// The codec.
  case codec(Codec)
  /// A title that matches.
  case title(TitlePattern)
  /// The correlation of two channels is positive (in phase) or negative.
  case phase(isIn: Bool)
  /// All channels have the same sound.
  case isMono
  /// The mean level of a band from `low` to `high` hertz.
  case band(low: Double, high: Double, Bound)
  /// The sound equals a stored measurement, `golden` or `like`, named `name`.
  case reference(Quantity, Fingerprint, name: String)

  /// What the expectation is about.
  var quantity: Quantity {
    switch self {
    case .number(let quantity, _): quantity
    case .silent: .silent
    case .notSilent: .notSilent
    case .codec: .codec
    case .title: .title
    case .phase: .phase
    case .isMono: .isMono
    case .band: .band
    case .reference(let quantity, _, _): quantity
    }
  }

  /// The expected value in words: `997 ± 1`, `max −1`; empty for an expectation without one.
  var limit: String {
    switch self {
    case .number(_, let bound), .band(_, _, let bound): bound.text
    case .codec(let codec): codec.rawValue
    case .title(let pattern): pattern.text
    case .phase(let isIn): isIn ? "in" : "out"
    case .reference(_, _, let name): name
    case .silent, .notSilent, .isMono: ""
    }
  }

  /// The value of the option in words, which for a band has its edges.
  var value: String {
    guard case .band(let low, let high, _) = self else { return limit }
    return "\(NumberText.plain(low, decimals: 2))–\(NumberText.plain(high, decimals: 2)) Hz \(limit)"
  }

  /// Reads `LOW-HIGH=LEVEL±TOLERANCE`, in hertz and dBFS. Throws ``OptionError``.
  public static func band(_ text: String) throws(OptionError) -> SoundExpectation {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let edges = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, edges.count == 2, let low = Bound.number(edges[0], of: .rate),
      let high = Bound.number(edges[1], of: .rate), low > 0, low < high
    else {
      let shown = CleanText.singleLine(text, limit: 60)
      throw OptionError("\(option: Quantity.band.option) takes \(Quantity.band.examples), not '\(shown)'")
    }
    return .band(low: low, high: high, try Bound(String(parts[1]), of: .band))
  }

  /// Reads `in` or `out`. Throws ``OptionError``.
  public static func phase(_ text: String) throws(OptionError) -> SoundExpectation {
    guard text == "in" || text == "out" else {
      let shown = CleanText.singleLine(text, limit: 60)
      throw OptionError("\(option: Quantity.phase.option) takes \(Quantity.phase.examples), not '\(shown)'")
    }
    return .phase(isIn: text == "in")
  }

  /// Reads the name of a codec. Throws ``OptionError``.
  public static func codec(_ text: String) throws(OptionError) -> SoundExpectation {
    guard let codec = Codec(rawValue: text.lowercased()) else {
      let shown = CleanText.singleLine(text, limit: 60)
      throw OptionError("\(option: Quantity.codec.option) takes one of \(Quantity.codec.examples), not '\(shown)'")
    }
    return .codec(codec)
  }
}
