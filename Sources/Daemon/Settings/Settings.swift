import AudioCore
import Hooks
public import Logging
import MDNS
public import Player
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
  /// Where recordings are written, and how they are called.
  package let recordedFiles: RecordedFileSettings
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
  /// the paths of programs and of recordings. Throws a failure that names the setting.
  init(_ values: [SettingValue], unknownVariables: [String], home: String?) throws(DaemonStartError) {
    self.values = values
    self.unknownVariables = unknownVariables
    do throws(OptionError) {
      output = try OutputSpec(values.text(.output) ?? OutputSpec.deviceWord, device: values.text(.device))
    } catch {
      throw values[.device].fault(": \(error.description)")
    }
    hooks = try HookPrograms(values, home: home)
    recordedFiles = try RecordedFileSettings(values, home: home)
    mpdPassword =
      if let password = values.text(.mpdPassword), !values.isAbove(.mpdPasswordFile, .mpdPassword) { password } else {
        try values.secret(.mpdPasswordFile)
      }
    httpToken = try values.secret(.httpTokenFile, minimumCharacters: WebOptions.minimumTokenCharacters)
    httpListenToken = try values.secret(.httpListenTokenFile, minimumCharacters: WebOptions.minimumTokenCharacters)
    scrobbleToken = try values.secret(.scrobbleTokenFile)
    do throws(OptionError) {
      scrobbleServer = try ScrobbleServer(address: values.text(.scrobbleServer) ?? ScrobbleServer.defaultAddress)
    } catch {
      throw values[.scrobbleServer].fault(": \(error.description)")
    }
    if values.isOn(.scrobble), scrobbleToken == nil {
      throw values[.scrobble].fault(" needs the token of your account (scrobbleTokenFile)")
    }
    if let httpListenToken {
      if httpToken == nil { throw values[.httpListenTokenFile].fault(" needs httpTokenFile beside it") }
      if httpListenToken == httpToken {
        throw values[.httpListenTokenFile].fault(
          " holds the token of httpTokenFile, which opens everything: take another")
      }
    }
    if let name = values.text(.mdnsName), name.utf8.count > ServiceName.maximumBytes {
      throw values[.mdnsName].fault(" is longer than \(ServiceName.maximumBytes) bytes")
    }
    if values.isOn(.mpd), !values.isLoopback(.mpdHost), mpdPassword == nil {
      throw values[.mpdHost].fault(
        " is an address that others reach: that needs a password (mpdPasswordFile or mpdPassword)")
    }
    if values.isOn(.http), !values.isLoopback(.httpHost), httpToken == nil {
      throw values[.httpHost].fault(" is an address that others reach: that needs a token (httpTokenFile)")
    }
  }

  /// Returns the value of a setting.
  public func value(_ setting: Setting) -> SettingValue { values[setting] }
  /// Returns the text of a setting; nil when it is empty or not set.
  func text(_ setting: Setting) -> String? { values.text(setting) }
  /// Returns true when a setting is on.
  func isOn(_ setting: Setting) -> Bool { values.isOn(setting) }
  /// Returns the number of a setting; nil when it is not set.
  func number(_ setting: Setting) -> Int? {
    guard case .number(let number)? = value(setting).content else { return nil }
    return number
  }
  /// Returns true when a setting has a value other than by default.
  func isSet(_ setting: Setting) -> Bool { value(setting).origin != .default }

  /// The level from which lines are logged.
  public var logLevel: Logger.Level { text(.logLevel).flatMap { Logger.Level(rawValue: $0) } ?? .notice }
  /// How much of the sound is kept.
  public var timeShift: TimeShiftSettings { TimeShiftSettings(values) }
  /// The maximum bit rate where a station offers a choice, in kbit/s; nil for the best quality.
  public var maximumKilobits: Int? { number(.maxBitrate) }
  /// The text of the setting `directory` that turns the station directory off.
  public static let directoryOff = "off"
  /// True when the station directory is neither searched nor notified.
  public var isDirectoryOff: Bool { text(.directory) == Self.directoryOff }
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
    guard case .texts(let texts)? = value(setting).content else { return [] }
    return texts
  }

  /// Returns a failure with the text `words` about a setting and the place where it was set.
  public func fault(_ setting: Setting, _ words: String) -> DaemonStartError { values[setting].fault(words) }

  /// Returns the failure for an explicitly set port that cannot be opened.
  func portFault(_ setting: Setting) -> DaemonStartError {
    DaemonStartError(
      "cannot listen on port \(number(setting) ?? 0) (\(value(setting).originText)): "
        + "another program has it, or it is not allowed", .unavailable)
  }

  /// Returns the settings that differ from `old` and take effect only after a restart. Settings that describe just the
  /// start (`volume`, `resume`, `station`) are not among them.
  func changesThatWait(since old: Settings) -> [Setting] {
    let followed: Set<Setting> = [.logLevel, .stations, .volume, .resume, .station]
    var changed = Setting.allCases.filter {
      !followed.contains($0) && value($0).content != old.value($0).content
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
}

extension [SettingValue] {
  /// The value of a setting; one without a content when there is none.
  subscript(setting: Setting) -> SettingValue {
    first { $0.setting == setting } ?? SettingValue(setting: setting, content: nil, origin: .default)
  }

  func text(_ setting: Setting) -> String? {
    guard case .text(let text)? = self[setting].content, !text.isEmpty else { return nil }
    return text
  }

  fileprivate func isOn(_ setting: Setting) -> Bool { self[setting].content == .flag(true) }

  /// Returns true when `setting` has a text whose origin outranks that of `other`.
  fileprivate func isAbove(_ setting: Setting, _ other: Setting) -> Bool {
    text(setting) != nil && self[setting].origin.rank > self[other].origin.rank
  }

  fileprivate func isLoopback(_ setting: Setting) -> Bool { text(setting).map(LoopbackHost.contains) ?? false }

  fileprivate func secret(_ setting: Setting, minimumCharacters: Int = 1) throws(DaemonStartError) -> String? {
    guard let path = text(setting) else { return nil }
    let origin = self[setting].origin
    return try BoundedFile.secret(
      path, place: origin.place, what: origin.name(of: setting), minimumCharacters: minimumCharacters)
  }
}

extension SettingsReader {
  /// Reads the settings of ``SoundSettings`` only, so that files with secrets stay closed. Throws a failure that names
  /// the place.
  public func readSound() throws(DaemonStartError) -> SoundSettings {
    let values = try values(of: [.device, .volume, .timeshift, .timeshiftMemory])
    let (device, volume) = (values[.device], values[.volume])
    if let name = device.text {
      do throws(OptionError) {
        _ = try OutputSpec(OutputSpec.deviceWord, device: name)
      } catch {
        throw device.fault(": \(error.description)")
      }
    }
    return SoundSettings(
      device: device.text, volume: volume.text.flatMap { Int($0) }, timeShift: TimeShiftSettings(values))
  }
}
