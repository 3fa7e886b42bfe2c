/// Where a setting's value comes from.
public enum SettingOrigin: Sendable, Equatable {
  /// Nobody said anything.
  case standard
  /// A word on the command line.
  case flag
  /// A variable of the environment.
  case environment
  /// A line of the file at `path`.
  case file(path: String, line: Int)

  /// The greater, the higher above the others.
  var rank: Int {
    switch self {
    case .standard: 0
    case .file: 1
    case .environment: 2
    case .flag: 3
    }
  }

  /// Where `setting` was set, for people: `--volume`, `SPRINGRADIO_VOLUME`, `/etc/springradio/config.json:3`, `default`.
  public func text(of setting: Setting) -> String {
    switch self {
    case .standard: "default"
    case .flag: setting.flag
    case .environment: setting.variable
    case .file(let path, let line): "\(path):\(line)"
    }
  }

  /// What is at fault there, as messages begin: with the setting's name, if that is not in the place's.
  func subject(_ setting: Setting) -> String {
    switch self {
    case .standard: setting.rawValue
    case .flag, .environment: text(of: setting)
    case .file(let path, let line): "\(path) line \(line): \(setting.rawValue)"
    }
  }

  /// The process's exit code for a fault there: wrong usage, or wrong configuration.
  var exitCode: Int32 { self == .flag ? DaemonFailure.usage : DaemonFailure.configuration }
}
