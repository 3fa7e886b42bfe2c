import AudioCore

/// What holds for a setting, and who said so.
public struct SettingValue: Sendable, Equatable {
  /// Which setting.
  public let setting: Setting
  /// Its value; nil when it has none.
  let content: SettingContent?
  /// Where that is from.
  public let origin: SettingOrigin

  /// The value as it may be shown: `(set)` for a secret, nil for none.
  public var text: String? {
    guard let content, content != .text(""), content != .texts([]) else { return nil }
    return setting.definition.kind == .secret ? "(set)" : content.line
  }

  /// Its origin in words.
  public var originText: String { origin.text(of: setting) }

  /// As a value of JSON, in which a secret is not shown.
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
