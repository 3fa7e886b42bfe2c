import AudioCore

/// The effective value of a setting and its origin.
public struct SettingValue: Sendable, Equatable {
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

  /// The origin for display.
  public var originText: String { origin.text(of: setting) }

  /// The value as JSON. A secret is not shown.
  public var json: [UInt8] {
    if case .texts([])? = content { return Array("[]".utf8) }
    guard let text else { return Array("null".utf8) }
    switch content {
    case .number?, .flag?: return Array(text.utf8)
    case .texts(let texts)?:
      var bytes: [UInt8] = [UInt8(ascii: "[")]
      for (position, text) in texts.enumerated() {
        if position > 0 { bytes.append(UInt8(ascii: ",")) }
        JSONText.append(text, to: &bytes)
      }
      return bytes + [UInt8(ascii: "]")]
    default:
      var bytes: [UInt8] = []
      JSONText.append(text, to: &bytes)
      return bytes
    }
  }
}
