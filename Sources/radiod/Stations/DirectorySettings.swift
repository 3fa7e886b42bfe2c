import AudioCore
import Daemon
import Directory
import Glibc
import Logging
import Radio
import SystemSupport

/// The choice of the station directory. The settings of the daemon apply to the other commands too, so that a user who
/// disables notifications does not have to do it twice.
enum DirectorySettings {
  /// Reads the settings without a command line. Throws ``DaemonStartError``.
  static func read() throws(DaemonStartError) -> Settings {
    try CommandContext.settingsReader().read()
  }

  /// Returns the servers that `option` names, else those of the settings, else those of radio-browser.info. Throws
  /// `.badURL` for an invalid option, and ``DaemonStartError`` for invalid settings.
  static func servers(option: String?) throws -> DirectoryServers {
    if let option { return try DirectoryServers(address: option) }
    return try servers(of: read())
  }

  /// Returns the servers that `settings` name, else those of radio-browser.info. Throws a failure that names the place
  /// of an invalid setting, and of one that turns the directory off.
  static func servers(of settings: Settings) throws(DaemonStartError) -> DirectoryServers {
    if settings.isDirectoryOff { throw settings.fault(.directory, " turns the station directory off") }
    return try servers(of: settings.value(.directory))
  }

  /// Checks the setting of the directory, so that a radio does not begin with one that cannot be used. Throws a failure
  /// that names its place.
  static func check() throws(DaemonStartError) {
    let value = try CommandContext.settingsReader().readDirectory()
    if value.text != Settings.directoryOff { _ = try servers(of: value) }
  }

  /// Returns the servers that `value`, the setting `directory`, names.
  private static func servers(of value: SettingValue) throws(DaemonStartError) -> DirectoryServers {
    guard let address = value.text else { return .found }
    do throws(TuneError) {
      return try DirectoryServers(address: address)
    } catch {
      throw value.fault(": \(error)")
    }
  }

  /// Returns the directory at `servers`, with the cache of this user.
  static func directory(at servers: DirectoryServers, context: CommandContext, logger: Logger) -> StationDirectory {
    StationDirectory(
      downloader: context.downloader, servers: servers, cache: cache,
      note: { logger.debug("\($0)", source: "Directory") })
  }

  /// Returns what finds stations for the daemon, without a directory when `settings` turn it off. Throws a failure that
  /// names the place of an invalid setting.
  static func finder(of settings: Settings, context: CommandContext) throws(DaemonStartError) -> StationFinder {
    let servers: DirectoryServers? = settings.isDirectoryOff ? nil : try servers(of: settings)
    return StationFinder(
      directory: servers.map { directory(at: $0, context: context, logger: context.logger) }, opener: context.opener)
  }

  /// The cache of the directory's answers.
  static var cache: SearchCache { SearchCache(folder: CommandContext.folders.searches) }
}
