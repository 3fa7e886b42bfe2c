import AudioCore

/// Finds out what the settings are: the command line is above the environment, and that above the file.
public struct SettingsReader: Sendable {
  private let flags: [Setting: String]
  private let environment: [String: String]
  private let path: String

  /// Reads from the words of the command line, from `environment`, and from the file at `path`, which need not be there.
  public init(flags: [Setting: String], environment: [String: String], path: String) {
    self.flags = flags
    self.path = path
    // An empty variable counts as one that is not set.
    self.environment = environment.filter { !$0.value.isEmpty }
  }

  /// The settings now: the file is read anew each time. Throws a failure of 64 for the command line, of 78 for the rest.
  public func read() throws(DaemonFailure) -> Settings {
    try Settings(values(of: Setting.allCases), unknownVariables: unknownVariables)
  }

  /// The values of `settings` now, in that order. Throws a failure of 64 for the command line, of 78 for the rest.
  func values(of settings: [Setting]) throws(DaemonFailure) -> [SettingValue] {
    let file = try SettingsFile(path: path)
    var values: [SettingValue] = []
    for setting in settings {
      // All are looked at: what is wrong is wrong, also where something else stands above it.
      let line = SettingOrigin.file(path: path, line: file.lines[setting] ?? 0)
      let found = [
        try Self.value(of: setting, text: flags[setting], origin: .flag),
        try Self.value(of: setting, text: environment[setting.variable], origin: .environment),
        try Self.value(of: setting, content: file.values[setting], origin: line),
      ]
      let standard = SettingValue(setting: setting, content: setting.definition.standard, origin: .standard)
      values.append(found.lazy.compactMap { $0 }.first ?? standard)
    }
    return values
  }

  /// Variables that look like settings and are none.
  private var unknownVariables: [String] {
    let known = Set(Setting.allCases.map(\.variable))
    let prefix = Setting.scope.uppercased() + "_"
    return environment.keys.filter { $0.hasPrefix(prefix) && !known.contains($0) }.sorted()
  }

  private static func value(
    of setting: Setting, text: String?, origin: SettingOrigin
  ) throws(DaemonFailure) -> SettingValue? {
    guard let text else { return nil }
    guard let content = setting.definition.kind.content(of: text) else { throw fault(setting, origin, found: text) }
    return try value(of: setting, content: content, origin: origin)
  }

  private static func value(
    of setting: Setting, content: SettingContent?, origin: SettingOrigin
  ) throws(DaemonFailure) -> SettingValue? {
    guard let content else { return nil }
    guard setting.definition.kind.allows(content) else { throw fault(setting, origin, found: content.line) }
    return SettingValue(setting: setting, content: content, origin: origin)
  }

  private static func fault(_ setting: Setting, _ origin: SettingOrigin, found: String) -> DaemonFailure {
    let kind = setting.definition.kind
    let shown = kind == .secret ? "" : ", not '\(CleanText.singleLine(found, limit: 64))'"
    return DaemonFailure(
      "\(origin.subject(setting)) must be \(kind.demand)\(shown)", exitCode: origin.exitCode)
  }
}
