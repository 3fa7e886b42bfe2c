import AudioCore
import Logging
import Player
import Radio
import WebServer

/// How the daemon is set up, checked as a whole.
public struct Settings: Sendable, Equatable {
  /// Every setting with its value and origin, in the table's order.
  public let values: [SettingValue]
  /// Variables of the environment that look like settings and are none.
  public let unknownVariables: [String]
  /// Where the sound goes.
  public let output: OutputSpec
  /// The password of MPD's protocol.
  let mpdPassword: String?
  /// The token of the web server.
  let httpToken: String?
  /// The token for listeners, which changes nothing.
  let httpListenToken: String?

  /// Checks what must fit together, and reads the files with secrets. Throws a failure that names the setting.
  init(_ values: [SettingValue], unknownVariables: [String]) throws(DaemonFailure) {
    self.values = values
    self.unknownVariables = unknownVariables
    let table = Table(values)
    do throws(TuneError) {
      output = try OutputSpec(table.text(.output) ?? "alsa", device: table.text(.device))
    } catch {
      throw table.fault(.device, ": \(error.description)")
    }
    mpdPassword =
      if let password = table.text(.mpdPassword), !table.isAbove(.mpdPasswordFile, .mpdPassword) { password } else {
        try table.secret(.mpdPasswordFile)
      }
    httpToken = try table.secret(.httpTokenFile, minimumCharacters: WebOptions.minimumTokenCharacters)
    httpListenToken = try table.secret(.httpListenTokenFile, minimumCharacters: WebOptions.minimumTokenCharacters)
    if let httpListenToken {
      if httpToken == nil { throw table.fault(.httpListenTokenFile, " needs httpTokenFile beside it") }
      if httpListenToken == httpToken {
        throw table.fault(
          .httpListenTokenFile, " holds the token of httpTokenFile, which opens everything: take another")
      }
    }
    if table.isOn(.mpd), !table.isLoopback(.mpdHost), mpdPassword == nil {
      throw table.fault(
        .mpdHost, " is an address that others reach: that needs a password (mpdPasswordFile or mpdPassword)")
    }
    if table.isOn(.http), !table.isLoopback(.httpHost), httpToken == nil {
      throw table.fault(.httpHost, " is an address that others reach: that needs a token (httpTokenFile)")
    }
  }

  /// The value of a setting.
  func value(_ setting: Setting) -> SettingValue? { values.first { $0.setting == setting } }
  /// The text of a setting; nil when it is empty or not set.
  func text(_ setting: Setting) -> String? { Table(values).text(setting) }
  /// Whether a setting is on.
  func isOn(_ setting: Setting) -> Bool { Table(values).isOn(setting) }
  /// The number of a setting; nil when it is not set.
  func number(_ setting: Setting) -> Int? {
    guard case .number(let number)? = value(setting)?.content else { return nil }
    return number
  }
  /// Whether somebody said what a setting is.
  func isSet(_ setting: Setting) -> Bool { value(setting).map { $0.origin != .standard } ?? false }

  /// How much is logged.
  public var logLevel: Logger.Level { text(.logLevel).flatMap { Logger.Level(rawValue: $0) } ?? .notice }
  /// What a stream may take where there is a choice, in kbit/s; nil for the best.
  public var maximumKilobits: Int? { number(.maxBitrate) }
  /// The server of the station directory that is to be asked instead of the usual ones.
  public var directory: String? { text(.directory) }
  /// Whether the directory is told which of its stations are played.
  public var countsClicks: Bool { isOn(.clicks) }
  /// The station list that is to be used instead of the user's own.
  var stations: String? { text(.stations) }
  /// Names of this machine that browsers may use.
  var httpNames: [String] {
    guard case .texts(let names)? = value(.httpNames)?.content else { return [] }
    return names
  }

  /// A failure that says `words` of a setting, where it was set.
  public func fault(_ setting: Setting, _ words: String) -> DaemonFailure { Table(values).fault(setting, words) }

  /// The port of `setting`, which somebody wanted, is not to be had.
  func portFault(_ setting: Setting) -> DaemonFailure {
    let place = value(setting)?.originText ?? setting.rawValue
    return DaemonFailure(
      "cannot listen on port \(number(setting) ?? 0) (\(place)): another program has it, or it is not allowed",
      exitCode: DaemonFailure.unavailable)
  }

  /// Settings that are another's now and cannot be changed without a restart.
  func changesThatWait(since old: Settings) -> [Setting] {
    let followed: Set<Setting> = [.logLevel, .stations, .volume, .resume, .station]
    var changed = Setting.allCases.filter {
      !followed.contains($0) && value($0)?.content != old.value($0)?.content
    }
    if mpdPassword != old.mpdPassword, !changed.contains(.mpdPassword) { changed.append(.mpdPassword) }
    if httpToken != old.httpToken, !changed.contains(.httpTokenFile) { changed.append(.httpTokenFile) }
    if httpListenToken != old.httpListenToken, !changed.contains(.httpListenTokenFile) {
      changed.append(.httpListenTokenFile)
    }
    return changed
  }

  /// Values by their settings.
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

    /// Whether `setting` was set in a place that is above the one where `other` was.
    func isAbove(_ setting: Setting, _ other: Setting) -> Bool {
      text(setting) != nil && (values[setting]?.origin ?? .standard).rank > (values[other]?.origin ?? .standard).rank
    }

    func isLoopback(_ setting: Setting) -> Bool {
      text(setting).map(LoopbackHost.contains) ?? false
    }

    func secret(_ setting: Setting, minimumCharacters: Int = 1) throws(DaemonFailure) -> String? {
      guard let path = text(setting) else { return nil }
      return try BoundedFile.secret(
        path, what: (values[setting]?.origin ?? .standard).subject(setting), minimumCharacters: minimumCharacters)
    }

    func fault(_ setting: Setting, _ words: String) -> DaemonFailure {
      let origin = values[setting]?.origin ?? .standard
      return DaemonFailure(origin.subject(setting) + words, exitCode: origin.exitCode)
    }
  }
}
