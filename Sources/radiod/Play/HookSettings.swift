import Daemon
import Hooks

/// The options of `play` for programs that run for titles and states. Those in config.json are for the daemon.
typealias HookArguments = SettingArguments<HookSettings>

/// The settings of programs that run for titles and states.
enum HookSettings: SettingChoice {
  static let settings = [Setting.onTitle, .onState]
}

extension HookArguments {
  /// Returns the programs of the options. Throws ``DaemonStartError`` for a file that is not a program.
  func programs() throws -> HookPrograms {
    let home = CommandContext.environment.filter { $0.key == "HOME" }
    return try SettingsReader(flags: values, environment: home, path: "").readHooks()  // at "" there is no file
  }
}
