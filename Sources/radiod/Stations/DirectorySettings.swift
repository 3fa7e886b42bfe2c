import AudioCore
import Daemon
import Directory
import Glibc
import Radio

/// Which station directory is asked. The settings of the service hold for the other commands, too: nobody should have to say twice
/// that he does not want to be told of.
enum DirectorySettings {
  /// The settings without a command line. Throws ``DaemonFailure``.
  static func read() throws(DaemonFailure) -> Settings {
    try SettingsReader(flags: [:], environment: CommandContext.environment, path: folders.settings).read()
  }

  /// The servers that `option` names, or the settings, or else those of radio-browser.info. Throws `.badURL` for an option of no
  /// use, and ``DaemonFailure`` for settings.
  static func servers(option: String?) throws -> DirectoryServers {
    if let option { return try DirectoryServers(address: option) }
    return try servers(of: read())
  }

  /// The servers that `settings` name, or else those of radio-browser.info. Throws a failure that tells where the
  /// setting is that is none.
  static func servers(of settings: Settings) throws(DaemonFailure) -> DirectoryServers {
    guard let address = settings.directory else { return .found }
    do throws(TuneError) {
      return try DirectoryServers(address: address)
    } catch {
      throw settings.fault(.directory, ": \(error)")
    }
  }

  /// Where answers are kept.
  static var cache: SearchCache { SearchCache(folder: folders.searches) }

  private static var folders: Folders { Folders(environment: CommandContext.environment, userID: geteuid()) }
}
