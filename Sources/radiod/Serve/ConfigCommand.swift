import ArgumentParser
import Daemon
import Glibc
import JSON

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
    let settings = try CommandContext.settingsReader(flags: arguments.values(global)).read()
    try ViewSettings.check()
    json ? try writeJSON(settings) : try writeTable(settings)
  }

  private func writeTable(_ settings: Settings) throws {
    try StandardOutput.writeTable(settings.values.map { [$0.setting.rawValue, $0.text ?? "-", $0.originText] })
  }

  private func writeJSON(_ settings: Settings) throws {
    let members = settings.values.map {
      JSONMember($0.setting.rawValue, .object(["value": $0, "from": $0.originText]))
    }
    try StandardOutput.writeLine(JSONValue(.object(members)))
  }
}
