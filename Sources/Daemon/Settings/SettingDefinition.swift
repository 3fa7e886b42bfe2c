/// The kind, the default and the description of a setting.
public struct SettingDefinition: Sendable {
  /// The kind of its value.
  public let kind: SettingKind
  /// The default; nil when there is none.
  public let standard: SettingContent?
  /// One or two sentences for the help and the manual.
  public let abstract: String
  /// The placeholder of the value in the help.
  public let valueName: String

  /// Creates a definition.
  init(_ kind: SettingKind, _ standard: SettingContent?, _ abstract: String, valueName: String? = nil) {
    self.kind = kind
    self.standard = standard
    self.abstract = abstract
    self.valueName = valueName ?? kind.valueName
  }

  /// The abstract with the default, if there is one.
  public var help: String {
    switch standard {
    case nil, .texts?: abstract
    case let content?: "\(abstract) (default: \(content.line))"
    }
  }
}

/// The source of a setting's value.
public enum SettingOrigin: Sendable, Equatable {
  /// The default.
  case standard
  /// A flag of the command line.
  case flag
  /// An environment variable.
  case environment
  /// Line `line` of the file at `path`.
  case file(path: String, line: Int)

  /// The rank: a value of higher rank overrides the others.
  var rank: Int {
    switch self {
    case .standard: 0
    case .file: 1
    case .environment: 2
    case .flag: 3
    }
  }

  /// Returns the place where `setting` was set, for people: `--volume`, `SPRINGRADIO_VOLUME`,
  /// `/etc/springradio/config.json:3` or `default`.
  public func text(of setting: Setting) -> String {
    switch self {
    case .standard: "default"
    case .flag: setting.flag
    case .environment: setting.variable
    case .file(let path, let line): "\(path):\(line)"
    }
  }

  /// Returns the subject of an error message about `setting`: the place, and the setting's name unless the place
  /// contains it.
  func subject(_ setting: Setting) -> String {
    switch self {
    case .standard: setting.rawValue
    case .flag, .environment: text(of: setting)
    case .file(let path, let line): "\(path) line \(line): \(setting.rawValue)"
    }
  }

  /// The cause of a failure for an invalid value.
  var cause: DaemonFailure.Cause { self == .flag ? .commandLine : .configuration }
}
