import ArgumentParser
import Daemon
import Glibc
import JSON
import Radio
import SystemSupport

/// `radiod config`: shows the settings that the daemon would use.
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Show the effective settings of the daemon, and their sources.",
    discussion: "Takes the options of 'radiod serve', and shows the settings with them. Passwords are not shown.")

  @Flag(help: "Write JSON, an object with a member for each setting.")
  var json = false

  @OptionGroup(title: "Options of the daemon") var arguments: SettingArguments<DaemonSettings>
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run() throws {
    let environment = CommandContext.environment
    let folders = Folders(environment: environment, userID: geteuid())
    let settings = try SettingsReader(
      flags: arguments.values(global), environment: environment, path: folders.settings
    ).read()
    json ? try writeJSON(settings) : try writeTable(settings)
  }

  private func writeTable(_ settings: Settings) throws {
    let rows = settings.values.map { ($0.setting.rawValue, $0.text ?? "-", $0.originText) }
    let keyWidth = rows.map(\.0.count).max() ?? 0
    let valueWidth = rows.map(\.1.count).max() ?? 0
    for (key, value, origin) in rows {
      try StandardOutput.writeLine("\(key.padded(to: keyWidth))  \(value.padded(to: valueWidth))  \(origin)")
    }
  }

  private func writeJSON(_ settings: Settings) throws {
    let members = settings.values.map { value in
      JSONMember(value.setting.rawValue, .object(["value": value.json, "from": .text(value.originText)]))
    }
    try StandardOutput.writeLine(JSONValue(.object(members)))
  }
}
