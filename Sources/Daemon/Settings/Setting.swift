import Logging

/// Everything about `radiod serve` that can be set. This is the one table of it: flags, variables of the environment,
/// members of config.json and their texts come from here.
public enum Setting: String, CaseIterable, Sendable {
  /// Where the sound goes.
  case output
  /// Which sound device.
  case device
  /// How loud, to begin with.
  case volume
  /// Whether what played last plays again.
  case resume
  /// What plays at the start.
  case station
  /// The station list.
  case stations
  /// Music Player Daemon's protocol, and where it is spoken.
  case mpd, mpdHost, mpdPort, mpdPassword, mpdPasswordFile, mpdSocket
  /// The web server on TCP, and who may use it.
  case http, httpHost, httpPort, httpNames, httpTokenFile, httpListenTokenFile
  /// How many may be connected.
  case maximumClients
  /// The desktop's media keys.
  case mpris
  /// How much a station may take that offers several qualities.
  case maxBitrate
  /// How many titles are kept.
  case history
  /// Which directory stations are looked for in, and whether it is told what is played.
  case directory, clicks
  /// How much is logged.
  case logLevel

  /// What it takes, what it is when nobody sets it (nil: see its help), and what it is for.
  public var definition: SettingDefinition {
    switch self {
    case .output: .init(.word(["alsa", "silent"]), "alsa", "Where the sound goes.")
    case .device: .init(.text, nil, "ALSA device, as 'radiod devices' lists them.", valueName: "device")
    case .volume: .init(.number(0...100), nil, "Volume to begin with; without it, as loud as it was.")
    case .resume: .init(.flag, true, "Play what played last, unless it was stopped.")
    case .station: .init(.text, nil, "Play this at the start: a station or an address.", valueName: "station|url")
    case .stations: .init(.text, nil, "Station list, instead of the user's own.", valueName: "file")
    case .mpd: .init(.flag, true, "Serve clients of Music Player Daemon (mpc, ncmpcpp) over TCP.")
    case .mpdHost: .init(.host, "127.0.0.1", "MPD listen address (a password is required unless loopback).")
    case .mpdPort: .init(.number(1...65535), 6600, "MPD port.")
    case .mpdPassword: .init(.secret, nil, "Password they must give; as an option it is visible to other users in ps.")
    case .mpdPasswordFile: .init(.text, nil, "File with that password, closed to others.", valueName: "file")
    case .mpdSocket: .init(.flag, true, "Let them in at mpd.sock in the runtime folder.")
    case .http: .init(.flag, false, "Serve HTTP over TCP too, not at radiod.sock alone.")
    case .httpHost: .init(.host, "127.0.0.1", "HTTP listen address (a token is required unless loopback).")
    case .httpPort: .init(.number(1...65535), 8600, "HTTP port.")
    case .httpNames:
      .init(
        .hosts, .texts([]),
        "Further names by which HTTP may ask this machine, beside its own name (also with .local) and its addresses.")
    case .httpTokenFile:
      .init(
        .text, nil, "File with the token (16 characters or more) that HTTP over TCP must show, closed to others.",
        valueName: "file")
    case .httpListenTokenFile:
      .init(
        .text, nil, "File with a second token, for players and Prometheus: it opens /stream, /metrics, /api/status.",
        valueName: "file")
    case .maximumClients: .init(.number(1...10000), 256, "Most clients of MPD's protocol, and of HTTP.")
    case .mpris: .init(.flag, true, "Obey the desktop's media keys, when there is a desktop.")
    case .maxBitrate:
      .init(.number(1...100_000), nil, "Most kbit/s of a station that offers several qualities; without it, the best.")
    case .history: .init(.number(0...1_000_000), 10000, "Titles to remember.")
    case .directory:
      .init(.text, nil, "Server of the station directory, instead of those of radio-browser.info.", valueName: "url")
    case .clicks: .init(.flag, true, "Tell the directory when a station that was found there is played.")
    case .logLevel: .init(.word(Logger.Level.allCases.map(\.rawValue)), "notice", "How much to log.")
    }
  }

  /// Its flag: `--mpd-port`.
  public var flag: String { "--" + words.joined(separator: "-") }

  /// Its variable: `SPRINGRADIO_MPD_PORT`.
  public var variable: String { ([Self.scope] + words).joined(separator: "_").uppercased() }

  /// What all variables begin with.
  static let scope = "springradio"

  /// `mpdPort` is mpd, port.
  private var words: [String] {
    var words = [""]
    for character in rawValue {
      if character.isUppercase { words.append("") }
      words[words.count - 1] += character.lowercased()
    }
    return words
  }
}
