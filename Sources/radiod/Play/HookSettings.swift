import ArgumentParser
import Daemon
import Hooks

/// The options of `play` for programs that run for titles and states. Those in config.json are for the daemon.
struct HookArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp("\(Setting.onTitle.definition.help)", valueName: Setting.onTitle.definition.valueName),
    completion: .file())
  var onTitle: String?

  @Option(
    help: ArgumentHelp("\(Setting.onState.definition.help)", valueName: Setting.onState.definition.valueName),
    completion: .file())
  var onState: String?

  /// Returns the programs of the options. Throws ``DaemonFailure`` for a file that is no program.
  func programs() throws -> HookPrograms {
    let flags: [Setting: String?] = [.onTitle: onTitle, .onState: onState]
    let home = CommandContext.environment.filter { $0.key == "HOME" }
    return try SettingsReader(flags: flags.compactMapValues(\.self), environment: home, path: Self.noFile).readHooks()
  }

  /// A path at which there is no file.
  private static let noFile = ""
}
