/// The one form in which people give durations: seconds, or a number with a unit.
public enum DurationText {
  /// The longest duration, in seconds: about a hundred years.
  private static let maximumSeconds = 3.2e9
  private static let units: KeyValuePairs<Character, Double> = ["s": 1, "m": 60, "h": 3600]

  /// What the text of a duration looks like, for messages and help.
  public static let examples = "90, 90s, 10m or 2h"

  /// Returns the duration that `text` gives: seconds, such as `90` or `2.5`, or a number with the unit `s`, `m` or `h`.
  /// Nil for any other text, a negative number, and more than about a hundred years.
  public static func duration(_ text: String) -> Duration? {
    let unit = units.first { text.last == $0.key }
    let number = Double(unit == nil ? text[...] : text.dropLast())
    guard let number, case let seconds = number * (unit?.value ?? 1), (0...maximumSeconds).contains(seconds) else {
      return nil
    }
    return .seconds(seconds)
  }

  /// Returns `duration`, which must not be negative, in the same form, with the greatest unit that gives a whole number:
  /// `10m`, `90s` or `2.5s`.
  public static func text(_ duration: Duration) -> String {
    let (seconds, rest) = duration.components
    guard rest == 0 else { return "\(duration / .seconds(1))s" }
    if seconds > 0, seconds % 3600 == 0 { return "\(seconds / 3600)h" }
    return seconds > 0 && seconds % 60 == 0 ? "\(seconds / 60)m" : "\(seconds)s"
  }
}
