/// The kind, the default and the description of a setting.
public struct SettingDefinition: Sendable {
  /// The kind of its value.
  public let kind: SettingKind
  /// The default; nil when there is none.
  public let defaultContent: SettingContent?
  /// One or two sentences for the help and the manual.
  public let abstract: String
  /// The placeholder of the value in the help.
  public let valueName: String

  /// Creates a definition.
  init(_ kind: SettingKind, _ defaultContent: SettingContent?, _ abstract: String, valueName: String? = nil) {
    self.kind = kind
    self.defaultContent = defaultContent
    self.abstract = abstract
    self.valueName = valueName ?? kind.valueName
  }

  /// The abstract with the default, if there is one.
  public var help: String {
    switch defaultContent {
    case nil, .texts?: abstract
    case let content?: "\(abstract) (default: \(content.line))"
    }
  }
}
