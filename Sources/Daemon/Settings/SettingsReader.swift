import Bytes
public import Hooks
public import JSON

/// Determines the settings: the command line overrides the environment, and the environment overrides the file.
public struct SettingsReader: Sendable {
  private let flags: [Setting: String]
  private let environment: [String: String]
  private let path: String

  /// Creates a reader of the words of the command line, of `environment`, and of the file at `path`, which may be
  /// missing.
  public init(flags: [Setting: String], environment: [String: String], path: String) {
    self.flags = flags
    self.path = path
    // An empty variable counts as not set.
    self.environment = environment.filter { !$0.value.isEmpty }
  }

  /// Returns the present settings; each call reads the file again. Throws a failure whose cause
  /// is the command line or the configuration.
  public func read() throws(DaemonStartError) -> Settings {
    try Settings(values(of: Setting.allCases), unknownVariables: unknownVariables, home: environment["HOME"])
  }

  /// Returns the number of titles to remember; 0 for none. Throws a failure that names the place.
  public func readHistory() throws(DaemonStartError) -> Int {
    guard case .number(let number)? = try values(of: [.history]).first?.content else { return 0 }
    return number
  }

  /// Returns the programs that run for titles and states, so that files with secrets stay closed. Throws a failure that
  /// names the place.
  public func readHooks() throws(DaemonStartError) -> HookPrograms {
    try HookPrograms(values(of: [.onTitle, .onState]), home: environment["HOME"])
  }

  /// Returns where recordings are written and how they are called, so that files with secrets stay closed. Throws a
  /// failure that names the place.
  package func readRecordedFiles() throws(DaemonStartError) -> RecordedFileSettings {
    try RecordedFileSettings(values(of: [.recordings, .recordingNames]), home: environment["HOME"])
  }

  /// Returns the setting `directory`, so that files with secrets stay closed. Throws a failure that names the place.
  public func readDirectory() throws(DaemonStartError) -> SettingValue { try values(of: [.directory])[.directory] }

  /// Returns the member `view` of the file: the settings of the view in a terminal, which only their program checks. Nil
  /// when there is none. Throws a failure when the file is invalid.
  public func readView() throws(DaemonStartError) -> JSONValue? { try SettingsFile(path: path).view }

  /// Returns the present values of `settings`, in that order. Throws a failure whose cause is the command
  /// line or the configuration.
  func values(of settings: [Setting]) throws(DaemonStartError) -> [SettingValue] {
    let file = try SettingsFile(path: path)
    var values: [SettingValue] = []
    for setting in settings {
      // Check every place: an invalid value is an error even where another value overrides it.
      let line = SettingOrigin.file(path: path, line: file.lines[setting] ?? 0)
      let found = [
        try Self.value(of: setting, text: flags[setting], origin: .flag),
        try Self.value(of: setting, text: environment[setting.variable], origin: .environment),
        try Self.value(of: setting, content: file.values[setting], origin: line),
      ]
      let standard = SettingValue(setting: setting, content: setting.definition.defaultContent, origin: .default)
      values.append(found.lazy.compactMap { $0 }.first ?? standard)
    }
    return values
  }

  /// The environment variables that look like settings but are not.
  private var unknownVariables: [String] {
    let known = Set(Setting.allCases.map(\.variable) + ProgramVariable.allCases.map(\.rawValue))
    let prefix = Setting.scope.uppercased() + "_"
    return environment.keys.filter { $0.hasPrefix(prefix) && !known.contains($0) }.sorted()
  }

  private static func value(
    of setting: Setting, text: String?, origin: SettingOrigin
  ) throws(DaemonStartError) -> SettingValue? {
    guard let text else { return nil }
    guard let content = setting.definition.kind.content(of: text) else { throw fault(setting, origin, found: text) }
    return try value(of: setting, content: content, origin: origin)
  }

  private static func value(
    of setting: Setting, content: SettingContent?, origin: SettingOrigin
  ) throws(DaemonStartError) -> SettingValue? {
    guard let content else { return nil }
    guard setting.definition.kind.allows(content) else { throw fault(setting, origin, found: content.line) }
    return SettingValue(setting: setting, content: content, origin: origin)
  }

  private static func fault(_ setting: Setting, _ origin: SettingOrigin, found: String) -> DaemonStartError {
    let kind = setting.definition.kind
    let shown = kind == .secret ? "" : ", not '\(CleanText.singleLine(found, limit: 64))'"
    return DaemonStartError(
      "\(origin.subject(setting)) must be \(kind.demand)\(shown)", origin.cause)
  }
}
