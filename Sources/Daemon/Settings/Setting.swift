import Logging
import Player
import Recording
import Scrobbling

/// Every setting of `radiod serve`. This table defines the environment variables, the members of config.json, the options
/// and the help texts.
public enum Setting: String, CaseIterable, Sendable {
  /// The sound output.
  case output
  /// The sound device.
  case device
  /// The volume at the start.
  case volume
  /// Whether the last source plays again at the start.
  case resume
  /// The source to play at the start.
  case station
  /// The station list.
  case stations
  /// MPD's protocol: whether and where it is served, and its password.
  case mpd, mpdHost, mpdPort, mpdPassword, mpdPasswordFile, mpdSocket
  /// The web server on TCP: whether and where it listens, its names and its tokens.
  case http, httpHost, httpPort, httpNames, httpProxies, httpTokenFile, httpListenTokenFile
  /// Whether the radio goes back to what it played after an announcement.
  case resumeAfterFile
  /// The maximum number of clients.
  case maximumClients
  /// The desktop's media keys.
  case mpris
  /// Whether the desktop shows titles.
  case notifications
  /// Whether and by what name other machines find the radio.
  case mdns, mdnsName
  /// The maximum bit rate of a station that offers several qualities.
  case maxBitrate
  /// How much of the sound that was heard is kept, and in how much memory.
  case timeshift, timeshiftMemory
  /// The folder of recordings, and the pattern for their names.
  case recordings, recordingNames
  /// The number of titles in the history.
  case history
  /// The station directory, and whether it is notified of the stations that are played.
  case directory, clicks
  /// Whether pictures of stations are fetched.
  case pictures
  /// The programs that run for titles and for states.
  case onTitle, onState
  /// Whether what is heard is submitted, to which server, and its token.
  case scrobble, scrobbleServer, scrobbleTokenFile
  /// The level from which lines are logged.
  case logLevel

  /// The kind of the value, the default (nil: see the help text) and the help text.
  public var definition: SettingDefinition {
    switch self {
    case .output: .init(.word(OutputSpec.serviceWords), .text(OutputSpec.deviceWord), "Where the sound goes.")
    case .device: .init(.text, nil, "ALSA device, as 'radiod devices' lists them.", valueName: "device")
    case .volume: .init(.number(0...100), nil, "Initial volume. (default: the last volume)")
    case .resume: .init(.flag, true, "Resume the last station at the start, unless it was stopped.")
    case .station: .init(.text, nil, "Station or address to play at the start.", valueName: "station|url")
    case .stations: .init(.text, nil, "Station list, instead of the user's own.", valueName: "file")
    case .mpd: .init(.flag, true, "Serve clients of Music Player Daemon (mpc, ncmpcpp) over TCP.")
    case .mpdHost: .init(.host, "127.0.0.1", "MPD listen address (a password is required unless loopback).")
    case .mpdPort: .init(.number(1...65535), 6600, "MPD port.")
    case .mpdPassword: .init(.secret, nil, "Password for MPD clients; as an option it is visible to other users in ps.")
    case .mpdPasswordFile:
      .init(.text, nil, "File with the password for MPD clients, readable by you only.", valueName: "file")
    case .mpdSocket: .init(.flag, true, "Serve MPD clients at mpd.sock in the runtime folder too.")
    case .resumeAfterFile:
      .init(.flag, true, "Go back to the station after an announcement that an MPD client plays alone in the queue.")
    case .http: .init(.flag, false, "Serve HTTP over TCP too, not only at radiod.sock.")
    case .httpHost: .init(.host, "127.0.0.1", "HTTP listen address (a token is required unless loopback).")
    case .httpPort: .init(.number(1...65535), 8600, "HTTP port.")
    case .httpNames:
      .init(
        .hosts, .texts([]),
        "Further host names that HTTP accepts, besides addresses and, with a token, the machine's name.")
    case .httpProxies:
      .init(
        .hosts, .texts([]),
        "Addresses of proxies: many clients may come from one of them, as from this machine.")
    case .httpTokenFile:
      .init(
        .text, nil, "File with the token (16 characters or more) for HTTP over TCP, readable by you only.",
        valueName: "file")
    case .httpListenTokenFile:
      .init(
        .text, nil, "File with a second token, for players and Prometheus: it opens /stream, /metrics, /api/status.",
        valueName: "file")
    case .maximumClients: .init(.number(1...10000), 256, "Maximum number of MPD clients, and of HTTP clients.")
    case .mpris: .init(.flag, true, "Respond to the desktop's media keys.")
    case .notifications: .init(.flag, false, "Show titles as notifications of the desktop.")
    case .mdns: .init(.flag, true, "Announce MPD and HTTP by mDNS where others reach them and Avahi runs.")
    case .mdnsName:
      .init(
        .text, nil, "Name for that, 63 bytes at most. (default: SpringRadio on this machine's name)", valueName: "name")
    case .maxBitrate:
      .init(.number(1...100_000), nil, "Upper limit in kbit/s when HLS offers several qualities. (default: best)")
    case .timeshift:
      .init(
        .duration(TimeShiftSettings.durations), .duration(.seconds(600)),
        "How much of the sound is kept, to pause and to go back in; 0 for nothing.")
    case .timeshiftMemory:
      .init(.number(TimeShiftSettings.mebibytes), 32, "Memory for that sound, in MiB at most.", valueName: "mebibytes")
    case .recordings:
      .init(.text, nil, "Folder of recordings. (default: SpringRadio in your folder of music)", valueName: "folder")
    case .recordingNames:
      .init(
        .text, .text(FileNames.standardPattern),
        "Names of recordings, with the fields {station} {artist} {title} {date} {time} {number}.", valueName: "pattern")
    case .history: .init(.number(0...1_000_000), 10000, "Titles to remember.")
    case .directory:
      .init(.text, nil, "Server of the station directory, or off. (default: radio-browser.info)", valueName: "url")
    case .clicks: .init(.flag, true, "Send a click to the directory when a station found there is played.")
    case .pictures: .init(.flag, true, "Fetch the pictures of stations that remotes ask for.")
    case .onTitle:
      .init(
        .text, nil, "Program to run for each title, with RADIO_TITLE, RADIO_ARTIST, RADIO_STATION set.",
        valueName: "program")
    case .onState:
      .init(
        .text, nil, "Program to run for each state, with RADIO_STATE set: playing, paused, stopped …",
        valueName: "program")
    case .scrobble: .init(.flag, false, "Submit the songs that are heard to ListenBrainz.")
    case .scrobbleServer:
      .init(
        .text, .text(ScrobbleServer.defaultAddress), "Root of the ListenBrainz API, also of another server.",
        valueName: "url")
    case .scrobbleTokenFile:
      .init(.text, nil, "File with the user token of that server, readable by you only.", valueName: "file")
    case .logLevel: .init(.word(Logger.Level.allCases.map(\.rawValue)), "notice", "How much to log.")
    }
  }

  /// The flag, such as `--mpd-port`.
  public var flag: String { "--" + words.joined(separator: "-") }

  /// The environment variable, such as `SPRINGRADIO_MPD_PORT`.
  public var variable: String { ([Self.scope] + words).joined(separator: "_").uppercased() }

  /// The prefix of all environment variables.
  static let scope = "springradio"

  /// The words of the name: `mpdPort` gives `mpd` and `port`.
  private var words: [String] {
    var words = [""]
    for character in rawValue {
      if character.isUppercase { words.append("") }
      words[words.count - 1] += character.lowercased()
    }
    return words
  }
}
