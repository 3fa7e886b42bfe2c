import AudioCore
import RadioModel

// Commands for playback and its state.
extension MPDCommand {
  static let aboutPlaying: [MPDCommand] = [
    MPDCommand("clearerror", .player, 0...0) { call throws(MPDError) in
      _ = call.refresh()
      call.hub.clearError()
      return .done
    },
    MPDCommand("currentsong", .read, 0...0) { call throws(MPDError) in
      let snapshot = call.refresh()
      guard let id = snapshot.entryID, let position = snapshot.queue.position(ofID: id) else { return .done }
      return call.reply([MPDSong(snapshot.queue.entries[position], at: position, in: snapshot)])
    },
    MPDCommand("getvol", .read, 0...0) { call throws(MPDError) in .lines(["volume": call.refresh().volume]) },
    MPDCommand("next", .player, 0...0) { call throws(MPDError) in try step(call, .next) },
    MPDCommand("pause", .player, 0...1, pause),
    MPDCommand("play", .player, 0...1) { call throws(MPDError) in
      let entries = call.refresh().queue.entries
      guard !call.arguments.isEmpty else { return play(nil, call) }
      let position = try call.integer(0)
      if position == -1 { return play(nil, call) }
      guard entries.indices.contains(position) else { throw .badSongIndex }
      return play(entries[position].id, call)
    },
    MPDCommand("playid", .player, 0...1) { call throws(MPDError) in
      guard !call.arguments.isEmpty else { return play(nil, call) }
      let id = try call.integer(0)
      if id == -1 { return play(nil, call) }
      guard call.refresh().queue.position(ofID: id) != nil else { throw .noSuchSong }
      return play(id, call)
    },
    MPDCommand("previous", .player, 0...0) { call throws(MPDError) in try step(call, .previous) },
    MPDCommand("setvol", .player, 1...1) { call throws(MPDError) in
      call.obey(.setVolume(try call.unsigned(0, limit: 100)))
    },
    MPDCommand("stats", .read, 0...0, stats),
    MPDCommand("status", .read, 0...0, status),
    MPDCommand("stop", .player, 0...0) { call throws(MPDError) in call.obey(.stop) },
    MPDCommand("volume", .player, 1...1) { call throws(MPDError) in
      let change = try call.integer(0)
      guard (-100...100).contains(change) else {
        throw MPDError(.argument, "Number too large: \(call.arguments[0])")
      }
      return call.obey(.changeVolume(by: change))
    },
  ]

  /// Tunes to the next or previous entry. This also leaves a station that failed, although it does not play any more.
  private static func step(_ call: MPDCall, _ command: Command) throws(MPDError) -> MPDReply {
    switch RadioStatus(call.refresh(), event: 0).state {
    case .stopped: throw .notPlaying
    case .paused, .connecting, .buffering, .playing, .retrying, .ended, .failed: return call.obey(command)
    }
  }

  /// Plays the entry `id` of the queue; nil for whatever comes first. A paused entry goes on at the place that is held.
  /// What was removed after it was stopped or paused does not come back into an empty queue.
  private static func play(_ id: Int?, _ call: MPDCall) -> MPDReply {
    let snapshot = call.refresh()
    if id == nil, snapshot.queue.entries.isEmpty, snapshot.isRemoved { return .done }
    if let id, snapshot.isHeld, id == snapshot.entryID { return call.obey(.resume) }
    return call.obey(call.hub.playing(id, in: snapshot))
  }

  private static func pause(_ call: MPDCall) throws(MPDError) -> MPDReply {
    let state = MPDState(RadioStatus(call.refresh(), event: 0).state)
    let wanted = call.arguments.isEmpty ? state == .play : try call.flag(0)
    switch (state, wanted) {
    case (.play, true): return call.obey(.pause)
    case (.pause, false): return call.obey(.resume)
    case (.play, false), (.pause, true), (.stop, _): return .done
    }
  }

  private static func stats(_ call: MPDCall) throws(MPDError) -> MPDReply {
    let snapshot = call.refresh()
    return .lines([
      "uptime": (ContinuousClock.now - call.hub.startedAt).components.seconds,
      "playtime": snapshot.elapsed.components.seconds, "artists": 0, "albums": 0, "songs": snapshot.stations.count,
      "db_playtime": 0, "db_update": call.hub.stationsReadAt,
    ])
  }

  private static func status(_ call: MPDCall) throws(MPDError) -> MPDReply {
    let snapshot = call.refresh()
    let status = RadioStatus(snapshot, event: 0)
    let state = MPDState(status.state)
    let queue = snapshot.queue
    var text = MPDText([
      "volume": status.volume,
      "repeat": 1,  // the first station follows the last one
      "random": 0, "single": 0, "consume": 0, "partition": "default", "playlist": call.hub.versions.version,
      "playlistlength": queue.entries.count, "mixrampdb": 0, "state": state.rawValue,
    ])
    let current = snapshot.entryID.flatMap(queue.position(ofID:))
    if let current {
      text.line("song", current)
      text.line("songid", queue.entries[current].id)
    }
    if state != .stop {
      let end = end(status)
      text.line("time", "\(Int(status.elapsed)):\(Int(end ?? 0))")
      text.line("elapsed", seconds(status.elapsed))
      if let end { text.line("duration", seconds(end)) }
      text.line("bitrate", BitRateText.kilobits(status.bitRate ?? 0))
      if let format = status.format { text.line("audio", "\(format.sampleRate):f:\(format.channels)") }
    }
    if let error = call.hub.error { text.line("error", error) }
    if current != nil, let next = snapshot.neighbour(by: 1)?.entryID, let position = queue.position(ofID: next) {
      text.line("nextsong", position)
      text.line("nextsongid", next)
    }
    return .text(text)
  }

  /// The end of the song, in seconds: the latest place that one can move to, while the radio is paused or behind live.
  /// A station that is heard live has none: clients take a wrong one for a fault.
  private static func end(_ status: RadioStatus) -> Double? {
    guard let latest = status.seekable?.upperBound else { return nil }
    let isBehind = status.behindLive.map { $0 > minimumBehind } ?? false
    return status.state == .paused || isBehind ? max(latest, status.elapsed) : nil
  }

  /// A radio that is less behind live, in seconds, counts as live.
  private static let minimumBehind = 2.0

  /// Formats seconds with three decimal places.
  private static func seconds(_ seconds: Double) -> String {
    let milliseconds = Int((max(0, min(seconds, 1e12)) * 1000).rounded())
    return "\(milliseconds / 1000)." + String(milliseconds % 1000 + 1000).dropFirst()
  }
}
