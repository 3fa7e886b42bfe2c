import AudioCore
import Hooks
import Logging
import MDNS
import Player
import Scrobbling
import ServerSupport
import WebServer

/// The settings of the daemon, checked as a whole.
public struct Settings: Sendable, Equatable {
  /// All settings with their values and origins, in the order of the table.
  public let values: [SettingValue]
  /// Environment variables that look like settings but are not.
  public let unknownVariables: [String]
  /// The sound output.
  public let output: OutputSpec
  /// The programs that run for titles and for states.
  let hooks: HookPrograms
  /// The password of MPD's protocol.
  let mpdPassword: String?
  /// The token of the web server.
  let httpToken: String?
  /// The read-only token of the web server, for listeners.
  let httpListenToken: String?
  /// The server that gets the songs that are heard.
  let scrobbleServer: ScrobbleServer
  /// The user's token of that server.
  let scrobbleToken: String?

  /// Checks the settings against each other and reads the files with secrets. `home` is the folder for `~` in
  /// the paths of programs. Throws a failure that names the setting.
  init(_ values: [SettingValue], unknownVariables: [String], home: String?) throws(DaemonStartError) {
    self.values = values
    self.unknownVariables = unknownVariables
    let table = Table(values)
    do throws(OptionError) {
      output = try OutputSpec(table.text(.output) ?? OutputSpec.deviceWord, device: table.text(.device))
    } catch {
      throw table.fault(.device, ": \(error.description)")
    }
    hooks = try HookPrograms(values, home: home)
    mpdPassword =
      if let password = table.text(.mpdPassword), !table.isAbove(.mpdPasswordFile, .mpdPassword) { password } else {
        try table.secret(.mpdPasswordFile)
      }
    httpToken = try table.secret(.httpTokenFile, minimumCharacters: WebOptions.minimumTokenCharacters)
    httpListenToken = try table.secret(.httpListenTokenFile, minimumCharacters: WebOptions.minimumTokenCharacters)
    scrobbleToken = try table.secret(.scrobbleTokenFile)
    do throws(OptionError) {
      scrobbleServer = try ScrobbleServer(address: table.text(.scrobbleServer) ?? ScrobbleServer.defaultAddress)
    } catch {
      throw table.fault(.scrobbleServer, ": \(error.description)")
    }
    if table.isOn(.scrobble), scrobbleToken == nil {
      throw table.fault(.scrobble, " needs the token of your account (scrobbleTokenFile)")
    }
    if let httpListenToken {
      if httpToken == nil { throw table.fault(.httpListenTokenFile, " needs httpTokenFile beside it") }
      if httpListenToken == httpToken {
        throw table.fault(
          .httpListenTokenFile, " holds the token of httpTokenFile, which opens everything: take another")
      }
    }
    if let name = table.text(.mdnsName), name.utf8.count > ServiceName.maximumBytes {
      throw table.fault(.mdnsName, " is longer than \(ServiceName.maximumBytes) bytes")
    }
    if table.isOn(.mpd), !table.isLoopback(.mpdHost), mpdPassword == nil {
      throw table.fault(
        .mpdHost, " is an address that others reach: that needs a password (mpdPasswordFile or mpdPassword)")
    }
    if table.isOn(.http), !table.isLoopback(.httpHost), httpToken == nil {
      throw table.fault(.httpHost, " is an address that others reach: that needs a token (httpTokenFile)")
    }
  }

  /// Returns the value of a setting.
  func value(_ setting: Setting) -> SettingValue? { values.first { $0.setting == setting } }
  /// Returns the text of a setting; nil when it is empty or not set.
  func text(_ setting: Setting) -> String? { Table(values).text(setting) }
  /// Returns true when a setting is on.
  func isOn(_ setting: Setting) -> Bool { Table(values).isOn(setting) }
  /// Returns the number of a setting; nil when it is not set.
  func number(_ setting: Setting) -> Int? {
    guard case .number(let number)? = value(setting)?.content else { return nil }
    return number
  }
  /// Returns true when a setting has a value other than by default.
  func isSet(_ setting: Setting) -> Bool { value(setting).map { $0.origin != .default } ?? false }

  /// The level from which lines are logged.
  public var logLevel: Logger.Level { text(.logLevel).flatMap { Logger.Level(rawValue: $0) } ?? .notice }
  /// The maximum bit rate where a station offers a choice, in kbit/s; nil for the best quality.
  public var maximumKilobits: Int? { number(.maxBitrate) }
  /// The server of the station directory that replaces the default ones; nil also when the directory is turned off.
  public var directory: String? { isDirectoryOff ? nil : text(.directory) }
  /// True when the station directory is neither searched nor notified.
  public var isDirectoryOff: Bool { text(.directory) == "off" }
  /// True when the directory is notified of each of its stations that is played.
  public var countsClicks: Bool { isOn(.clicks) }
  /// True when pictures of stations are fetched.
  public var fetchesPictures: Bool { isOn(.pictures) }
  /// The station list that replaces the user's own.
  var stations: String? { text(.stations) }
  /// Further names of this machine that browsers may use.
  var httpNames: [String] { texts(.httpNames) }

  /// Returns the texts of a setting that is a list; none when it is not set.
  func texts(_ setting: Setting) -> [String] {
    guard case .texts(let texts)? = value(setting)?.content else { return [] }
    return texts
  }

  /// Returns a failure with the text `words` about a setting and the place where it was set.
  public func fault(_ setting: Setting, _ words: String) -> DaemonStartError { Table(values).fault(setting, words) }

  /// Returns the failure for an explicitly set port that cannot be opened.
  func portFault(_ setting: Setting) -> DaemonStartError {
    let place = value(setting)?.originText ?? setting.rawValue
    return DaemonStartError(
      "cannot listen on port \(number(setting) ?? 0) (\(place)): another program has it, or it is not allowed",
      .unavailable)
  }

  /// Returns the settings that differ from `old` and take effect only after a restart. Settings that describe just the
  /// start (`volume`, `resume`, `station`) are not among them.
  func changesThatWait(since old: Settings) -> [Setting] {
    let followed: Set<Setting> = [.logLevel, .stations, .volume, .resume, .station]
    var changed = Setting.allCases.filter {
      !followed.contains($0) && value($0)?.content != old.value($0)?.content
    }
    let secrets: KeyValuePairs = [
      Setting.mpdPassword: \Settings.mpdPassword, .httpTokenFile: \.httpToken, .httpListenTokenFile: \.httpListenToken,
      .scrobbleTokenFile: \.scrobbleToken,
    ]
    for (setting, secret) in secrets where self[keyPath: secret] != old[keyPath: secret] && !changed.contains(setting) {
      changed.append(setting)
    }
    return changed
  }

  /// The values by setting.
  private struct Table {
    private let values: [Setting: SettingValue]

    init(_ values: [SettingValue]) {
      self.values = Dictionary(values.map { ($0.setting, $0) }) { first, _ in first }
    }

    func text(_ setting: Setting) -> String? {
      guard case .text(let text)? = values[setting]?.content, !text.isEmpty else { return nil }
      return text
    }

    func isOn(_ setting: Setting) -> Bool { values[setting]?.content == .flag(true) }

    /// Returns true when `setting` has a text whose origin outranks that of `other`.
    func isAbove(_ setting: Setting, _ other: Setting) -> Bool {
      text(setting) != nil && (values[setting]?.origin ?? .default).rank > (values[other]?.origin ?? .default).rank
    }

    func isLoopback(_ setting: Setting) -> Bool {
      text(setting).map(LoopbackHost.contains) ?? false
    }

    func secret(_ setting: Setting, minimumCharacters: Int = 1) throws(DaemonStartError) -> String? {
      guard let path = text(setting) else { return nil }
      return try BoundedFile.secret(
        path, what: (values[setting]?.origin ?? .default).subject(setting), minimumCharacters: minimumCharacters)
    }

    func fault(_ setting: Setting, _ words: String) -> DaemonStartError {
      let origin = values[setting]?.origin ?? .default
      return DaemonStartError(origin.subject(setting) + words, origin.cause)
    }
  }
}

extension SettingsReader {
  /// Reads the settings `device` and `volume` only, so that files with secrets stay closed. Throws a failure that names
  /// the place.
  public func readSound() throws(DaemonStartError) -> SoundSettings {
    let values = try values(of: [.device, .volume])
    let device = values.first { $0.setting == .device }
    let volume = values.first { $0.setting == .volume }
    if let device, let name = device.text {
      do throws(OptionError) {
        _ = try OutputSpec(OutputSpec.deviceWord, device: name)
      } catch {
        throw device.fault(": \(error.description)")
      }
    }
    return SoundSettings(device: device?.text, volume: volume?.text.flatMap { Int($0) })
  }
}
