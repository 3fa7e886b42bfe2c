import AudioCore
import Configuration

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
    try Settings(values(of: Setting.allCases), strangers: strangers)
  }

  /// The values of `settings` now, in that order. Throws a failure of 64 for the command line, of 78 for the rest.
  func values(of settings: [Setting]) throws(DaemonFailure) -> [SettingValue] {
    let file = try SettingsFile(path: path)
    let variables = EnvironmentVariablesProvider(
      environmentVariables: environment, secretsSpecifier: .specific([Setting.mpdPassword.variable]))
    let words = InMemoryProvider(name: "command line", values: try flagValues())
    var values: [SettingValue] = []
    for setting in settings {
      let line = SettingOrigin.file(path: path, line: file.lines[setting] ?? 0)
      let sources: [(SettingOrigin, any ConfigProvider)] = [
        (.flag, words), (.environment, variables), (line, InMemoryProvider(name: path, values: file.values)),
      ]
      // All are looked at: what is wrong is wrong, also where something else stands above it.
      var found: SettingValue?
      for (origin, provider) in sources {
        let value = try Self.value(of: setting, in: provider, origin: origin)
        found = found ?? value
      }
      values.append(found ?? SettingValue(setting: setting, content: setting.definition.standard, origin: .standard))
    }
    return values
  }

  /// Variables that look like settings and are none.
  private var strangers: [String] {
    let known = Set(Setting.allCases.map(\.variable))
    let prefix = Setting.scope.uppercased() + "_"
    return environment.keys.filter { $0.hasPrefix(prefix) && !known.contains($0) }.sorted()
  }

  private func flagValues() throws(DaemonFailure) -> [AbsoluteConfigKey: ConfigValue] {
    var values: [AbsoluteConfigKey: ConfigValue] = [:]
    for (setting, text) in flags {
      let kind = setting.definition.kind
      guard let content = kind.content(of: text) else { throw Self.fault(setting, .flag, found: text) }
      values[setting.key] = ConfigValue(content, isSecret: kind == .secret)
    }
    return values
  }

  private static func value(
    of setting: Setting, in provider: any ConfigProvider, origin: SettingOrigin
  ) throws(DaemonFailure) -> SettingValue? {
    let kind = setting.definition.kind
    let content: ConfigContent?
    do {
      content = try provider.value(forKey: setting.key, type: kind.type).value?.content
    } catch {
      // The one thing that can be wrong with a variable: it is not of this type.
      let text = try? provider.value(forKey: setting.key, type: .string).value?.content
      throw fault(setting, origin, found: text.map { SettingKind.text(of: $0) })
    }
    guard let content else { return nil }
    guard kind.allows(content) else { throw fault(setting, origin, found: SettingKind.text(of: content)) }
    return SettingValue(setting: setting, content: content, origin: origin)
  }

  private static func fault(_ setting: Setting, _ origin: SettingOrigin, found: String?) -> DaemonFailure {
    let kind = setting.definition.kind
    let shown = kind == .secret ? nil : found.map { ", not '\(CleanText.singleLine($0, limit: 64))'" }
    return DaemonFailure(
      "\(origin.subject(setting)) must be \(kind.demand)\(shown ?? "")", exitCode: origin.exitCode)
  }
}
