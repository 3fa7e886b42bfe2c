/// The source of a setting's value.
public enum SettingOrigin: Sendable, Equatable {
  /// The default.
  case `default`
  /// A flag of the command line.
  case flag
  /// An environment variable.
  case environment
  /// Line `line` of the file at `path`.
  case file(path: String, line: Int)

  /// The rank: a value of higher rank overrides the others.
  var rank: Int {
    switch self {
    case .default: 0
    case .file: 1
    case .environment: 2
    case .flag: 3
    }
  }

  /// Returns the place where `setting` was set, for people: `--volume`, `SPRINGRADIO_VOLUME`,
  /// `/etc/springradio/config.json:3` or `default`.
  public func text(of setting: Setting) -> String {
    switch self {
    case .default: "default"
    case .flag: setting.flag
    case .environment: setting.variable
    case .file(let path, let line): "\(path):\(line)"
    }
  }

  /// Returns the subject of an error message about `setting`: the place, and the setting's name unless the place
  /// contains it.
  func subject(_ setting: Setting) -> String {
    place + name(of: setting)
  }

  /// The beginning of an error message: the line of the file, or nothing.
  var place: String { if case .file(let path, let line) = self { "\(path) line \(line): " } else { "" } }

  /// Returns the name of `setting` where it was set: `httpPort`, `--http-port` or `SPRINGRADIO_HTTP_PORT`.
  func name(of setting: Setting) -> String {
    switch self {
    case .default, .file: setting.rawValue
    case .flag, .environment: text(of: setting)
    }
  }

  /// The cause of a failure for an invalid value.
  var cause: DaemonStartError.Cause { self == .flag ? .commandLine : .configuration }
}
