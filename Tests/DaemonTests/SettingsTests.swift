import Daemon
import Foundation
import Parser
import Recording
import SystemSupport
import TestSupport
import Testing

@Suite("Settings of the service")
struct SettingsTests {
  private func read(
    file: String? = nil, environment: [String: String] = [:], flags: [Setting: String] = [:]
  ) throws -> Settings {
    let scratch = try Scratch()
    let path = scratch.path("config.json")
    if let file { try scratch.write(file, as: "config.json") }
    return try SettingsReader(flags: flags, environment: environment, path: path).read()
  }

  private func failure(
    file: String? = nil, environment: [String: String] = [:], flags: [Setting: String] = [:]
  ) throws -> DaemonStartError? {
    do {
      _ = try read(file: file, environment: environment, flags: flags)
      return nil
    } catch let failure as DaemonStartError {
      return failure
    }
  }

  private func shown(_ settings: Settings, _ setting: Setting) throws -> (text: String?, origin: String) {
    let value = try #require(settings.values.first { $0.setting == setting })
    return (value.text, value.originText)
  }

  @Test("the command line overrides the environment, which overrides the file, which overrides the default")
  func precedence() throws {
    let file = "{\n\"volume\": 1,\n\"mpdHost\": \"localhost\", \"mpris\": false}"
    let environment = ["SPRINGRADIO_VOLUME": "2", "SPRINGRADIO_MPRIS": "true"]
    let rows: [(file: String?, environment: [String: String], flags: [Setting: String], String?, String)] = [
      (nil, [:], [:], nil, "default"),
      (file, [:], [:], "1", "config.json:2"),
      (file, environment, [:], "2", "SPRINGRADIO_VOLUME"),
      (file, environment, [.volume: "3"], "3", "--volume"),
      (nil, ["SPRINGRADIO_VOLUME": ""], [:], nil, "default"),
      ("{\"volume\": null}", [:], [:], nil, "default"),
    ]
    for (file, environment, flags, text, origin) in rows {
      let volume = try shown(read(file: file, environment: environment, flags: flags), .volume)
      #expect(volume.text == text)
      #expect(volume.origin.hasSuffix(origin), "\(volume.origin)")
    }
    let mixed = try read(file: file, environment: environment)
    #expect(try shown(mixed, .mpris) == ("true", "SPRINGRADIO_MPRIS"))
    #expect(try shown(mixed, .mpdHost).text == "localhost")
    #expect(try shown(mixed, .mpdPort) == ("6600", "default"))
  }

  @Test("a variable accepts several words for true and false, and separates hosts by commas")
  func variables() throws {
    for (word, text) in [("TRUE", "true"), ("yes", "true"), ("1", "true"), ("No", "false"), ("0", "false")] {
      #expect(try shown(read(environment: [Setting.mpris.variable: word]), .mpris).text == text, "\(word)")
    }
    let names = try read(environment: [Setting.httpNames.variable: "radio.example, kitchen ,::1"])
    #expect(try shown(names, .httpNames).text == "radio.example,kitchen,::1")
  }

  @Test("a setting can be given in all three places, and its origin names the place")
  func names() throws {
    #expect(Setting.mpdPasswordFile.flag == "--mpd-password-file")
    #expect(Setting.mpdPasswordFile.variable == "SPRINGRADIO_MPD_PASSWORD_FILE")
    for setting in Setting.allCases {
      let value: String
      switch setting.definition.kind {
      case .word(let words): value = words[0]
      case .number(let range): value = String(range.lowerBound)
      case .duration(let range): value = "\(Int(range.lowerBound / .seconds(60)) + 7)m"
      case .flag: value = setting == .scrobble ? "false" : "true"  // a token must be there, too
      case .host, .hosts: value = "localhost"
      case .secret: value = "sesame"
      case .text:
        switch setting {
        case .mpdPasswordFile, .httpTokenFile, .httpListenTokenFile, .scrobbleTokenFile: continue
        case .scrobbleServer: value = "http://localhost:42010/apis/listenbrainz"
        case .onTitle, .onState: value = "/bin/sh"
        case .recordings: value = "/srv/music"
        default: value = "x"
        }
      }
      let literal =
        switch setting.definition.kind {
        case .number, .flag: value
        case .hosts: "[\"\(value)\"]"
        case .word, .host, .secret, .text, .duration: "\"\(value)\""
        }
      let reported = [
        try read(file: "{\"\(setting.rawValue)\":\(literal)}"), try read(environment: [setting.variable: value]),
        try read(flags: [setting: value]),
      ].map { settings in settings.values.first { $0.setting == setting } }
      #expect(Set(reported.compactMap { $0?.text }) == [setting == .mpdPassword ? "(set)" : value], "\(setting)")
      #expect(Set(reported.compactMap { $0?.originText }).count == 3, "\(setting)")
    }
  }

  @Test("a duration is a text or a number of seconds, and the same one is equal in every form")
  func durations() throws {
    let forms = ["\"10m\"", "600", "\"600\"", "\"600s\"", "6e2"]
    for form in forms {
      let settings = try read(file: "{\"timeshift\": \(form)}")
      #expect(try shown(settings, .timeshift).text == "10m", "\(form)")
      #expect(settings.timeShift.duration == .seconds(600), "\(form)")
    }
    for (text, duration) in [
      ("0", Duration.zero), ("0s", .zero), ("6h", .seconds(21_600)), ("1.5", .milliseconds(1500)),
    ] {
      #expect(try read(flags: [.timeshift: text]).timeShift.duration == duration, "\(text)")
    }
    let standard = try read()
    #expect(standard.timeShift.duration == .seconds(600) && standard.timeShift.bytes == 32 << 20)
    #expect(try read(file: "{\"timeshiftMemory\": 4096}").timeShift.bytes == 4096 << 20)
  }

  @Test("play reads how much of the sound is kept, beside device and volume")
  func sound() throws {
    let scratch = try Scratch()
    let path = try scratch.write("{\"timeshift\": \"2h\", \"timeshiftMemory\": 64, \"volume\": 40}", as: "config.json")
    let reader = SettingsReader(flags: [:], environment: ["SPRINGRADIO_TIMESHIFT": "90s"], path: path)
    let sound = try reader.readSound()
    #expect(sound.volume == 40)
    #expect(sound.timeShift.duration == .seconds(90) && sound.timeShift.bytes == 64 << 20)
    var limits = TimeShiftBuffer.Limits()
    #expect(limits.past == .zero)
    sound.timeShift.apply(to: &limits)
    #expect(limits.past == .seconds(90) && limits.pastBytes == 64 << 20)
  }

  @Test("recordings have a folder below the home or anywhere, and names by a pattern")
  func recordedFiles() throws {
    let scratch = try Scratch()
    func files(_ text: String, home: String? = "/home/ada") throws -> RecordedFileSettings {
      let path = try scratch.write(text, as: "config.json")
      return try SettingsReader(flags: [:], environment: home.map { ["HOME": $0] } ?? [:], path: path)
        .readRecordedFiles()
    }
    let folders = Folders(environment: ["HOME": scratch.path], userID: 4711)
    for (text, folder) in [
      ("~/Music/Radio/", "/home/ada/Music/Radio"), ("~", "/home/ada"), ("/srv/music", "/srv/music"),
      ("", scratch.path("Music/SpringRadio")),
    ] {
      #expect(try files("{\"recordings\": \"\(text)\"}").folder(in: folders).path == folder)
    }
    #expect(try files("{}").names == .standard)
    #expect(try files("{\"recordingNames\": \"\"}").names == .standard)
    #expect(try files("{\"recordingNames\": \"{title}\"}").names == FileNames("{title}"))
    #expect(try read(file: "{\"recordingNames\": \"{title}\"}").recordedFiles.names == FileNames("{title}"))
    #expect(throws: DaemonStartError.self) { try files("{\"recordings\": \"~/x\"}", home: nil) }
  }

  static let faults:
    [(
      file: String?, environment: [String: String], flags: [Setting: String], cause: DaemonStartError.Cause,
      text: String
    )] =
      [
        ("", [:], [:], .configuration, "config.json line 1: the file is empty"),
        ("[]", [:], [:], .configuration, "config.json line 1: the file holds an array, not an object"),
        (
          "{\"mpdPrt\": 1}", [:], [:], .configuration,
          "line 1: there is no setting \"mpdPrt\"; did you mean \"mpdPort\"?"
        ),
        ("{\n\n\"nonsense\": 1}", [:], [:], .configuration, "line 3: there is no setting \"nonsense\""),
        ("{\"volume\": 50,\n\"volume\": 60}", [:], [:], .configuration, "line 2: the key \"volume\" comes twice"),
        ("{\"volume\": 50\n\"mpd\": true}", [:], [:], .configuration, "line 1: a comma is missing"),
        (
          "{\n\"volume\": \"50\"}", [:], [:], .configuration,
          "line 2: volume must be a number from 0 to 100, not a string"
        ),
        ("{\"volume\": 101}", [:], [:], .configuration, "line 1: volume must be a number from 0 to 100, not '101'"),
        ("{\"volume\": 1.5}", [:], [:], .configuration, "volume must be a number from 0 to 100, not a number"),
        (
          "{\n\"timeshift\": \"7h\"}", [:], [:], .configuration,
          "line 2: timeshift must be a duration from 0s to 6h, such as 90, 90s, 10m or 2h, not '7h'"
        ),
        ("{\"timeshift\": \"soon\"}", [:], [:], .configuration, "10m or 2h, not 'soon'"),
        ("{\"timeshift\": -1}", [:], [:], .configuration, "10m or 2h, not '-1'"),
        ("{\"timeshift\": true}", [:], [:], .configuration, "10m or 2h, not true or false"),
        (nil, [:], [.timeshift: "7h"], .commandLine, "--timeshift must be a duration from 0s to 6h, such as"),
        (nil, ["SPRINGRADIO_TIMESHIFT": "x"], [:], .configuration, "SPRINGRADIO_TIMESHIFT must be a duration from"),
        (
          "{\"timeshiftMemory\": 0}", [:], [:], .configuration,
          "timeshiftMemory must be a number from 1 to 4096, not '0'"
        ),
        (
          "{\n\"recordings\": \"Music\"}", [:], [:], .configuration,
          "line 2: recordings must be the whole path of a folder, or begin with ~/"
        ),
        ("{\"recordings\": 1}", [:], [:], .configuration, "line 1: recordings must be a text of one line"),
        (
          "{\n\n\"recordingNames\": \"{titel}\"}", [:], [:], .configuration,
          "line 3: recordingNames: there is no field {titel}; did you mean {title}?"
        ),
        (nil, [:], [.recordingNames: "../{title}"], .commandLine, "--recording-names: '..' in '../{title}' is not the"),
        (
          nil, ["SPRINGRADIO_RECORDING_NAMES": "{title"], [:], .configuration,
          "SPRINGRADIO_RECORDING_NAMES: a { has no } behind it; fields are {station}"
        ),
        ("{\"mpd\": 1}", [:], [:], .configuration, "mpd must be true or false, not a number"),
        ("{\"mpd\": {}}", [:], [:], .configuration, "mpd must be true or false, not an object"),
        ("{\"output\": \"wav:x\"}", [:], [:], .configuration, "output must be alsa or silent, not 'wav:x'"),
        ("{\"mpdHost\": \"a b\"}", [:], [:], .configuration, "mpdHost must be a host's name or address, not 'a b'"),
        (
          "{\"httpNames\": \"radio\"}", [:], [:], .configuration,
          "httpNames must be names of hosts, 64 at most, not a string"
        ),
        ("{\"httpNames\": [\"a\",\n1]}", [:], [:], .configuration, "line 2: httpNames must be names of hosts"),
        ("{\"mpdPort\": 0}", [:], [:], .configuration, "mpdPort must be a number from 1 to 65535, not '0'"),
        (
          "{\n\"scrobble\": true}", [:], [:], .configuration,
          "line 2: scrobble needs the token of your account (scrobbleTokenFile)"
        ),
        (
          "{\"scrobbleServer\": \"http://192.0.2.1/\"}", [:], [:], .configuration,
          "line 1: scrobbleServer: 192.0.2.1 is a public address, which needs https://"
        ),
        (nil, [:], [.scrobbleServer: "x"], .commandLine, "--scrobble-server: cannot use the address x"),
        ("{\"device\": \"dmix:{x}\"}", [:], [:], .configuration, "line 1: device: 'dmix:{x}' is not a device name"),
        (
          "{\"mpdHost\": \"0.0.0.0\"}", [:], [:], .configuration,
          "mpdHost is an address that others reach: that needs a password"
        ),
        (
          nil, [:], [.http: "true", .httpHost: "::"], .commandLine,
          "--http-host is an address that others reach: that needs a token"
        ),
        (
          nil, ["SPRINGRADIO_MPD_HOST": "127.evil.example"], [:], .configuration,
          "SPRINGRADIO_MPD_HOST is an address that others reach"
        ),
        (
          nil, ["SPRINGRADIO_VOLUME": "loud"], [:], .configuration,
          "SPRINGRADIO_VOLUME must be a number from 0 to 100, not 'loud'"
        ),
        (nil, ["SPRINGRADIO_VOLUME": "loud"], [.volume: "1"], .configuration, "SPRINGRADIO_VOLUME must be"),
        (nil, ["SPRINGRADIO_HTTP_NAMES": "a,,b"], [:], .configuration, "SPRINGRADIO_HTTP_NAMES must be names of hosts"),
        (
          nil, ["SPRINGRADIO_RESUME": "maybe"], [:], .configuration,
          "SPRINGRADIO_RESUME must be true or false, not 'maybe'"
        ),
        (nil, ["SPRINGRADIO_LOG_LEVEL": "loud"], [:], .configuration, "SPRINGRADIO_LOG_LEVEL must be trace, debug,"),
        (nil, [:], [.mpdPort: "x"], .commandLine, "--mpd-port must be a number from 1 to 65535, not 'x'"),
        (nil, [:], [.device: "a\u{7}b"], .commandLine, "--device must be a text of one line"),
        (
          nil, ["SPRINGRADIO_MPD_PASSWORD": "top\u{1}secret"], [:], .configuration,
          "SPRINGRADIO_MPD_PASSWORD must be a text of one line"
        ),
        (
          nil, [:], [.mpdPasswordFile: "/no/such/file"], .configuration,
          "--mpd-password-file /no/such/file: No such file"
        ),
      ]

  @Test("a wrong setting gives an error of one line with the place and the valid values", arguments: faults.indices)
  func faultTable(index: Int) throws {
    let row = Self.faults[index]
    let failure = try #require(try failure(file: row.file, environment: row.environment, flags: row.flags))
    #expect(failure.description.contains(row.text), "\(failure.description)")
    #expect(failure.cause == row.cause)
    #expect(!failure.description.contains("\n") && !failure.description.contains("secret"))
  }

  @Test("a file that is too large, too deep or a folder is refused, and a missing file is not an error")
  func odd() throws {
    let scratch = try Scratch()
    func failure(_ path: String) -> String {
      do {
        _ = try SettingsReader(flags: [:], environment: [:], path: path).read()
        return "none"
      } catch {
        return error.description
      }
    }
    let large = try scratch.write("{\"device\":\"" + String(repeating: "x", count: 70_000) + "\"}", as: "large")
    #expect(failure(large).contains("larger than 64 KiB"))
    let deep = try scratch.write("{\"device\":" + String(repeating: "[", count: 5000), as: "deep")
    #expect(failure(deep).contains("nested deeper"))
    #expect(failure(scratch.path).contains("Is a directory"))
    #expect(failure("/dev/zero").contains("larger than"))
    #expect(failure(scratch.path("missing")) == "none")
  }

  @Test("a password comes from a file that others cannot read, allows a public host, and is never shown")
  func secrets() throws {
    let scratch = try Scratch()
    let path = try scratch.write("sesame\n", as: "password")
    chmod(path, 0o644)
    let words: [Setting: String] = [.mpdHost: "0.0.0.0", .mpdPasswordFile: path]
    #expect(try failure(flags: words)?.description.contains("chmod 600") == true)
    // Another group may not access the file either. For the group root, the bits are a supervisor's access list.
    for (group, mode, isOpen) in [(gid_t(12345), mode_t(0o640), true), (12345, 0o620, true), (0, 0o440, false)] {
      chmod(path, mode)
      guard chown(path, geteuid(), group) == 0 else { continue }  // only root can change the group
      #expect(try failure(flags: words)?.description.contains("chmod 600") == (isOpen ? true : nil), "\(mode)")
    }
    chmod(path, 0o600)
    #expect(try failure(flags: words) == nil)
    for bad in ["", "\n", "two words\n", "caf\u{e9}\n"] {
      try scratch.write(bad, as: "password")
      #expect(try failure(flags: words)?.description.contains("one line of ASCII without blanks") == true, "\(bad)")
    }
    let settings = try scratch.write("{\n\"mpdPasswordFile\": \"/missing/password\"}", as: "config.json")
    let reader = SettingsReader(flags: [:], environment: [:], path: settings)
    let unread = (#expect(throws: DaemonStartError.self) { try reader.read() })?.description ?? ""
    #expect(unread.hasPrefix("\(settings) line 2: cannot read mpdPasswordFile /missing/password: No such"), "\(unread)")
    let flag = try failure(flags: [.mpdPasswordFile: "/missing"])?.description ?? ""
    #expect(flag.hasPrefix("cannot read --mpd-password-file /missing: No such"), "\(flag)")
    let shown = try shown(read(environment: ["SPRINGRADIO_MPD_PASSWORD": "sesame"]), .mpdPassword)
    #expect(shown.text == "(set)")
  }

  @Test("HTTP tokens have at least 16 characters, the listen token is a different one, and no message shows them")
  func tokens() throws {
    let scratch = try Scratch()
    func file(_ text: String, _ name: String) throws -> String {
      let path = try scratch.write(text + "\n", as: name)
      chmod(path, 0o600)
      return path
    }
    let (short, token) = (try file("fifteen-letters", "short"), try file("sixteen-letters!", "token"))
    let listen = try file("another-sixteen-letters", "listen")
    let rows: [(flags: [Setting: String], words: String?)] = [
      ([.httpTokenFile: token], nil), ([.httpTokenFile: token, .httpListenTokenFile: listen], nil),
      (
        [.httpTokenFile: short],
        "--http-token-file \(short) holds 15 characters: it needs at least 16 "
          + "('tr -dc a-z0-9 </dev/urandom | head -c 32' makes 32)"
      ),
      ([.httpTokenFile: token, .httpListenTokenFile: short], "--http-listen-token-file \(short) holds 15 characters"),
      ([.httpListenTokenFile: listen], "--http-listen-token-file needs httpTokenFile beside it"),
      (
        [.httpTokenFile: token, .httpListenTokenFile: token],
        "--http-listen-token-file holds the token of httpTokenFile, which opens everything: take another"
      ),
    ]
    for (flags, words) in rows {
      let failure = try failure(flags: flags)
      #expect(failure == nil ? words == nil : words.map { failure?.description.hasPrefix($0) == true } == true)
      #expect(failure?.cause == words.map { $0.contains("characters") ? .configuration : .commandLine })
      #expect(failure?.description.contains("letters") != true && failure?.description.contains("\n") != true)
    }
  }

  @Test("of a password and a password file, the one from the place with precedence is used")
  func passwordPrecedence() throws {
    let missing = "/no/such/file"
    let environment = ["SPRINGRADIO_MPD_PASSWORD": "sesame"]
    #expect(try failure(environment: environment, flags: [.mpdPasswordFile: missing])?.cause == .configuration)
    #expect(try failure(file: "{\"mpdPasswordFile\": \"\(missing)\"}", environment: environment) == nil)
    let file = "{\"mpdPassword\": \"sesame\", \"mpdPasswordFile\": \"\(missing)\"}"
    #expect(try failure(file: file) == nil)
  }

  @Test("a SPRINGRADIO_ variable that is not a setting is reported")
  func unknownVariables() throws {
    let settings = try read(environment: ["SPRINGRADIO_VOLUM": "3", "SPRINGRADIO_MPD": "no", "HOME": "/"])
    #expect(settings.unknownVariables == ["SPRINGRADIO_VOLUM"])
    #expect(try shown(settings, .mpd).text == "false")
  }
}
