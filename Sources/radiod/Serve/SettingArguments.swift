import ArgumentParser
import Daemon

/// The settings of the daemon as options, with the names and texts of the settings.
struct SettingArguments: ParsableArguments {
  @Option(help: Self.help(.output)) var output: String?
  @Option(help: Self.help(.device)) var device: String?
  @Option(help: Self.help(.volume)) var volume: String?
  @Flag(inversion: .prefixedNo, help: Self.help(.resume)) var resume: Bool?
  @Option(help: Self.help(.station)) var station: String?
  @Flag(inversion: .prefixedNo, help: Self.help(.mpd)) var mpd: Bool?
  @Option(help: Self.help(.mpdHost)) var mpdHost: String?
  @Option(help: Self.help(.mpdPort)) var mpdPort: String?
  @Option(help: Self.help(.mpdPassword)) var mpdPassword: String?
  @Option(help: Self.help(.mpdPasswordFile), completion: .file()) var mpdPasswordFile: String?
  @Flag(inversion: .prefixedNo, help: Self.help(.mpdSocket)) var mpdSocket: Bool?
  @Flag(inversion: .prefixedNo, help: Self.help(.resumeAfterFile)) var resumeAfterFile: Bool?
  @Flag(inversion: .prefixedNo, help: Self.help(.http)) var http: Bool?
  @Option(help: Self.help(.httpHost)) var httpHost: String?
  @Option(help: Self.help(.httpPort)) var httpPort: String?
  @Option(help: Self.help(.httpNames)) var httpNames: String?
  @Option(help: Self.help(.httpProxies)) var httpProxies: String?
  @Option(help: Self.help(.httpTokenFile), completion: .file()) var httpTokenFile: String?
  @Option(help: Self.help(.httpListenTokenFile), completion: .file()) var httpListenTokenFile: String?
  @Option(help: Self.help(.maximumClients)) var maximumClients: String?
  @Flag(inversion: .prefixedNo, help: Self.help(.mpris)) var mpris: Bool?
  @Option(help: Self.help(.onTitle), completion: .file()) var onTitle: String?
  @Option(help: Self.help(.onState), completion: .file()) var onState: String?
  @Flag(inversion: .prefixedNo, help: Self.help(.notifications)) var notifications: Bool?
  @Flag(inversion: .prefixedNo, help: Self.help(.mdns)) var mdns: Bool?
  @Option(help: Self.help(.mdnsName)) var mdnsName: String?
  @Option(help: Self.help(.maxBitrate)) var maxBitrate: String?
  @Option(help: Self.help(.history)) var history: String?
  @Option(help: Self.help(.directory)) var directory: String?
  @Flag(inversion: .prefixedNo, help: Self.help(.clicks)) var clicks: Bool?
  @Flag(inversion: .prefixedNo, help: Self.help(.scrobble)) var scrobble: Bool?
  @Option(help: Self.help(.scrobbleServer)) var scrobbleServer: String?
  @Option(help: Self.help(.scrobbleTokenFile), completion: .file()) var scrobbleTokenFile: String?
  @Flag(inversion: .prefixedNo, help: Self.help(.pictures)) var pictures: Bool?

  /// Returns the options that were given, by setting. The station list and the log level are global options of all
  /// commands.
  func values(_ global: GlobalOptions) -> [Setting: String] {
    let words: [Setting: String?] = [
      .output: output, .device: device, .volume: volume, .station: station, .mpdHost: mpdHost, .mpdPort: mpdPort,
      .mpdPassword: mpdPassword, .mpdPasswordFile: mpdPasswordFile, .httpHost: httpHost, .httpPort: httpPort,
      .httpNames: httpNames, .httpProxies: httpProxies, .httpTokenFile: httpTokenFile,
      .httpListenTokenFile: httpListenTokenFile,
      .maximumClients: maximumClients, .maxBitrate: maxBitrate,
      .history: history, .directory: directory, .clicks: clicks.map(String.init),
      .scrobble: scrobble.map(String.init), .scrobbleServer: scrobbleServer, .scrobbleTokenFile: scrobbleTokenFile,
      .pictures: pictures.map(String.init),
      .resume: resume.map(String.init), .mpd: mpd.map(String.init), .mpdSocket: mpdSocket.map(String.init),
      .resumeAfterFile: resumeAfterFile.map(String.init), .http: http.map(String.init), .mpris: mpris.map(String.init),
      .onTitle: onTitle, .onState: onState, .notifications: notifications.map(String.init),
      .mdns: mdns.map(String.init), .mdnsName: mdnsName,
      .stations: global.stations, .logLevel: global.logLevel?.rawValue ?? (global.verbose ? "debug" : nil),
    ]
    return words.compactMapValues(\.self)
  }

  private static func help(_ setting: Setting) -> ArgumentHelp {
    ArgumentHelp("\(setting.definition.help)", valueName: setting.definition.valueName)
  }
}
