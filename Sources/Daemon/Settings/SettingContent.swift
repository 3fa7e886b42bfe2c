import AudioCore

/// The typed value of a setting.
public enum SettingContent: Sendable, Equatable {
  /// A text, also a word or a path.
  case text(String)
  /// A whole number.
  case number(Int)
  /// A duration.
  case duration(Duration)
  /// A truth value.
  case flag(Bool)
  /// Several texts.
  case texts([String])

  /// The value on one line, without quotation marks.
  var line: String {
    switch self {
    case .text(let text): text
    case .number(let number): String(number)
    case .duration(let duration): DurationText.text(duration)
    case .flag(let flag): String(flag)
    case .texts(let texts): texts.joined(separator: ",")
    }
  }
}

extension SettingContent: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
  /// A text.
  public init(stringLiteral text: String) { self = .text(text) }
  /// A number.
  public init(integerLiteral number: Int) { self = .number(number) }
  /// A flag.
  public init(booleanLiteral flag: Bool) { self = .flag(flag) }
}
