import Daemon
import Logging

/// The settings that the daemon takes as options. The station list and the log level are global options of all commands.
enum DaemonSettings: SettingChoice {
  static let settings: [Setting] = {
    let first: [Setting] = [
      .output, .device, .volume, .resume, .station, .mpd, .mpdHost, .mpdPort, .mpdPassword, .mpdPasswordFile,
      .mpdSocket, .resumeAfterFile, .http, .httpHost, .httpPort, .httpNames, .httpProxies, .httpTokenFile,
      .httpListenTokenFile, .maximumClients, .mpris, .onTitle, .onState, .notifications, .mdns, .mdnsName, .maxBitrate,
      .timeshift, .timeshiftMemory, .recordings, .recordingNames, .history, .directory, .clicks, .scrobble,
      .scrobbleServer, .scrobbleTokenFile,
    ]
    return first + Setting.allCases.filter { !first.contains($0) && ![.stations, .logLevel].contains($0) }
  }()
}

extension SettingArguments<DaemonSettings> {
  /// Returns the settings that the options say, with those of the global options.
  func values(_ global: GlobalOptions) -> [Setting: String] {
    var values = values
    values[.stations] = global.stations
    values[.logLevel] = global.logLevel?.rawValue ?? (global.verbose ? "debug" : nil)
    return values
  }
}
