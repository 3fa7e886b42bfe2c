/// What a setting takes, and what it is for.
public struct SettingDefinition: Sendable {
  /// What it takes.
  public let kind: SettingKind
  /// What it is when nobody sets it.
  public let standard: SettingContent?
  /// One sentence or two for help and manual.
  public let abstract: String
  /// What stands for its value in help.
  public let valueName: String

  /// A row of the table.
  init(_ kind: SettingKind, _ standard: SettingContent?, _ abstract: String, valueName: String? = nil) {
    self.kind = kind
    self.standard = standard
    self.abstract = abstract
    self.valueName = valueName ?? kind.valueName
  }

  /// The abstract, and what holds when nothing is said.
  public var help: String {
    switch standard {
    case nil, .texts?: abstract
    case let content?: "\(abstract.dropLast()) (default: \(content.line))."
    }
  }
}
