public import JSON

/// The effective value of a setting and its origin.
public struct SettingValue: Sendable, Equatable, JSONConvertible {
  /// The setting.
  public let setting: Setting
  /// The value; nil when it has none.
  let content: SettingContent?
  /// The origin of the value.
  public let origin: SettingOrigin

  /// The value for display: `(set)` for a secret, nil for none.
  public var text: String? {
    guard let content, content != .text(""), content != .texts([]) else { return nil }
    return setting.definition.kind == .secret ? "(set)" : content.line
  }

  /// Returns a failure with the text `words` about the setting and the place where it was set.
  public func fault(_ words: String) -> DaemonStartError {
    DaemonStartError(origin.subject(setting) + words, origin.cause)
  }

  /// The origin for display.
  public var originText: String { origin.text(of: setting) }

  /// The value as JSON. A secret is not shown.
  public var json: JSONValue {
    switch content {
    case .number(let number)?: number.json
    case .flag(let flag)?: flag.json
    case .texts(let texts)?: texts.json
    case .text?, .duration?, nil: text?.json ?? .null
    }
  }
}
