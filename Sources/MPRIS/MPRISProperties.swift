import AudioCore
package import DBus
package import RadioModel

/// The radio as MPRIS describes a player, at one moment.
package struct MPRISProperties: Sendable, Equatable {
  /// The state of a player, by MPRIS.
  package enum PlaybackStatus: String, Sendable {
    /// Tuned in, or reconnecting to a station that was lost.
    case playing = "Playing"
    /// Not tuned in, and waiting to be resumed.
    case paused = "Paused"
    /// Not tuned in.
    case stopped = "Stopped"
  }

  /// The state of the player.
  package var status: PlaybackStatus
  /// The current track, with the names of MPRIS and xesam.
  package var metadata: [BusEntry]
  /// The volume, 0…1; 0 while muted.
  package var volume: Double
  /// The time since the beginning of the title or, without a title, since tuning in, in µs. It changes all the time, so
  /// its changes are not signalled.
  package var position: Int64
  /// True when `Next` leads to another entry: of the queue, or of the station list when the queue has fewer than two
  /// lasting entries.
  package var canGoNext: Bool
  /// The same for `Previous`: the queue goes round.
  package var canGoPrevious: Bool { canGoNext }
  /// True when there is something to play or to pause.
  package var canPlay: Bool
  /// True when sound is kept that one can move in.
  package var canSeek: Bool

  typealias Property = BusInterface.Property

  /// The name of the player.
  package static let identity = "SpringRadio"
  /// The track id that MPRIS defines for no track.
  private static let noTrack = "/org/mpris/MediaPlayer2/TrackList/NoTrack"
  private static let trackFolder = "/org/springradio/track/"
  /// The types of the streams that are played, and of playlists that lead to streams.
  private static let mimeTypes = [
    "audio/mpeg", "audio/aac", "audio/aacp", "audio/x-scpls", "application/pls+xml", "audio/x-mpegurl", "audio/mpegurl",
    "application/xspf+xml", "video/x-ms-asf", "audio/x-ms-wax",
  ]

  /// The properties in `snapshot`; `track` is the number of the current track, 0 for none, `art` the address of a file
  /// with its picture, and `length` the duration of its title, nil while that has not ended.
  package init(_ snapshot: TunerSnapshot, track: Int, art: String? = nil, length: Duration? = nil) {
    let radio = RadioStatus(snapshot, event: 0)
    switch radio.state {
    case .connecting, .buffering, .playing, .retrying: status = .playing
    case .paused: status = .paused
    case .stopped, .ended, .failed: status = .stopped
    }
    volume = radio.isMuted ? 0 : Double(radio.volume) / 100
    position = Int64(((radio.titleElapsed ?? radio.elapsed) * 1e6).rounded())
    canGoNext = snapshot.neighbour(by: 1).map { $0.entryID == nil || $0.entryID != snapshot.entryID } == true
    canPlay =
      snapshot.state.isTunedIn || snapshot.isHeld || !snapshot.queue.entries.isEmpty || !snapshot.stations.isEmpty
    canSeek = snapshot.seekable != nil
    metadata = Self.metadata(radio, track: track, art: art, length: length)
  }

  /// The id of the track; nil when there is none.
  package var trackID: String? {
    guard case .objectPath(let path)? = metadata.first(where: { $0.key == "mpris:trackid" })?.value else { return nil }
    return path == Self.noTrack ? nil : path
  }

  private static func metadata(_ radio: RadioStatus, track: Int, art: String?, length: Duration?) -> [BusEntry] {
    guard track > 0 else { return [BusEntry("mpris:trackid", .objectPath(noTrack))] }
    let station = BusText.line(radio.name)
    let title = radio.title.map(SongTitle.init)
    var entries = [
      BusEntry("mpris:trackid", .objectPath(trackFolder + String(track))),
      BusEntry("xesam:title", .string(title.map { BusText.line($0.song) } ?? station)),
    ]
    if let artist = title?.artist { entries.append(BusEntry("xesam:artist", .strings([BusText.line(artist)]))) }
    entries.append(BusEntry("xesam:album", .string(station)))
    if let url = radio.url.flatMap({ BusText.address($0.text, schemes: StreamURL.schemes.keys) }) {
      entries.append(BusEntry("xesam:url", .string(url)))
    }
    if let length {
      entries.append(BusEntry("mpris:length", .integer(Int64((length / .microseconds(1)).rounded()))))
    }
    if let art { entries.append(BusEntry("mpris:artUrl", .string(art))) }
    return entries
  }

  /// The properties of `org.mpris.MediaPlayer2`, which never change.
  static let ofMediaPlayer = [
    Property("CanQuit", .boolean(false), emits: "const"),  // a supervisor would restart the daemon, or nothing would
    Property("CanRaise", .boolean(false), emits: "const"),
    Property("HasTrackList", .boolean(false), emits: "const"),
    Property("Identity", .string(identity), emits: "const"),
    Property("SupportedUriSchemes", .strings(["http", "https"]), emits: "const"),
    Property("SupportedMimeTypes", .strings(mimeTypes), emits: "const"),
  ]

  /// The properties of `org.mpris.MediaPlayer2.Player`.
  var ofPlayer: [Property] {
    [
      Property("PlaybackStatus", .string(status.rawValue)),
      Property("Rate", .double(1), isWritable: true),
      Property("Metadata", .dictionary(metadata)),
      Property("Volume", .double(volume), isWritable: true),
      Property("Position", .integer(position), emits: "false"),
      Property("MinimumRate", .double(1), emits: "const"),
      Property("MaximumRate", .double(1), emits: "const"),
      Property("CanGoNext", .boolean(canGoNext)),
      Property("CanGoPrevious", .boolean(canGoPrevious)),
      Property("CanPlay", .boolean(canPlay)),
      Property("CanPause", .boolean(canPlay)),
      Property("CanSeek", .boolean(canSeek)),
      Property("CanControl", .boolean(true), emits: "const"),
    ]
  }

  /// Returns the player's properties that differ from `earlier` and whose changes are signalled.
  package func changes(since earlier: MPRISProperties) -> [BusEntry] {
    zip(ofPlayer, earlier.ofPlayer).filter { $0.entry != $1.entry && $0.emits == "true" }.map(\.0.entry)
  }
}
