import AudioCore
import RadioModel
import Stations

// Commands for the queue and its order.
extension MPDCommand {
  static let aboutQueue: [MPDCommand] = [
    MPDCommand("add", .add, 1...2) { call throws(MPDError) in
      try insert(call)
      return .done
    },
    MPDCommand("addid", .add, 1...2) { call throws(MPDError) in
      guard !isEverything(call.arguments[0]), StreamURL.mayBeAddress(call.arguments[0]) else { throw .noSuchSong }
      return .text(MPDText("Id", try insert(call).map(String.init)))
    },
    MPDCommand("clear", .player, 0...0) { call throws(MPDError) in
      call.hub.noteClear(call.refresh())
      try call.edit(.clear)
      return call.settled()
    },
    MPDCommand("delete", .player, 1...1) { call throws(MPDError) in
      try call.edit(.remove(call.places(0, of: call.refresh().queue.entries.count)))
      return call.settled()
    },
    MPDCommand("deleteid", .player, 1...1) { call throws(MPDError) in
      try call.edit(.removeEntry(id: call.unsigned(0)))
      return call.settled()
    },
    MPDCommand("move", .player, 2...2) { call throws(MPDError) in
      let snapshot = call.refresh()
      try move(call, call.places(0, of: snapshot.queue.entries.count), in: snapshot)
      return .done
    },
    MPDCommand("moveid", .player, 2...2) { call throws(MPDError) in
      let snapshot = call.refresh()
      guard let position = snapshot.queue.position(ofID: try call.unsigned(0)) else { throw .noSuchSong }
      try move(call, position..<position + 1, in: snapshot)
      return .done
    },
    MPDCommand("playlist", .read, 0...0) { call throws(MPDError) in
      call.search { snapshot in
        var text = MPDText()
        for song in MPDSong.queue(snapshot) { text.line("\(song.position ?? 0):file", song.file) }
        return text
      }
    },
    MPDCommand("playlistfind", .read, 1...) { call throws(MPDError) in try found(call, foldsCase: false) },
    MPDCommand("playlistid", .read, 0...1) { call throws(MPDError) in
      let snapshot = call.refresh()
      guard !call.arguments.isEmpty else { return songs(in: 0..<snapshot.queue.entries.count, of: snapshot, call) }
      guard let position = snapshot.queue.position(ofID: try call.unsigned(0)) else { throw .noSuchSong }
      return call.reply([MPDSong(snapshot.queue.entries[position], at: position, in: snapshot)])
    },
    MPDCommand("playlistinfo", .read, 0...1) { call throws(MPDError) in
      let snapshot = call.refresh()
      return songs(in: try call.places(0, of: snapshot.queue.entries.count), of: snapshot, call)
    },
    MPDCommand("playlistsearch", .read, 1...) { call throws(MPDError) in try found(call, foldsCase: true) },
    MPDCommand("plchanges", .read, 1...2) { call throws(MPDError) in
      let snapshot = call.refresh()
      return call.reply(try changes(call, in: snapshot).map { MPDSong($0.entry, at: $0.position, in: snapshot) })
    },
    MPDCommand("plchangesposid", .read, 1...2) { call throws(MPDError) in
      var text = MPDText()
      for change in try changes(call, in: call.refresh()) {
        text.line("cpos", change.position)
        text.line("Id", change.entry.id)
      }
      return .text(text)
    },
    MPDCommand("shuffle", .player, 0...1) { call throws(MPDError) in
      try call.edit(.shuffle(call.places(0, of: call.refresh().queue.entries.count)))
      return .done
    },
    MPDCommand("swap", .player, 2...2) { call throws(MPDError) in
      try call.edit(.swap(call.unsigned(0), call.unsigned(1)))
      return .done
    },
    MPDCommand("swapid", .player, 2...2) { call throws(MPDError) in
      let queue = call.refresh().queue
      guard let first = queue.position(ofID: try call.unsigned(0)),
        let second = queue.position(ofID: try call.unsigned(1))
      else { throw .noSuchSong }
      try call.edit(.swap(first, second))
      return .done
    },
  ]

  private static func found(_ call: MPDCall, foldsCase: Bool) throws(MPDError) -> MPDReply {
    let (search, tags) = (try MPDSearch(call.arguments[...], foldsCase: foldsCase), call.session.tags)
    return call.search { snapshot in MPDText(search.found(in: MPDSong.queue(snapshot)), tags: tags) }
  }

  /// The most songs of an answer that is made at once; a longer one is made on the thread for searches.
  private static let fewSongs = 100

  /// The answer with the entries at `places` of the queue, as it is when the answer is made.
  private static func songs(in places: Range<Int>, of snapshot: TunerSnapshot, _ call: MPDCall) -> MPDReply {
    guard places.count > fewSongs else {
      return call.reply(places.map { MPDSong(snapshot.queue.entries[$0], at: $0, in: snapshot) })
    }
    let tags = call.session.tags
    return call.search { snapshot in
      MPDText(MPDSong.queue(snapshot)[places.clamped(to: 0..<snapshot.queue.entries.count)], tags: tags)
    }
  }

  /// Returns the entries that changed since the version in the first argument; the second argument limits the
  /// positions.
  private static func changes(
    _ call: MPDCall, in snapshot: TunerSnapshot
  ) throws(MPDError) -> [(position: Int, entry: StationQueue.Entry)] {
    // A negative or future version is unknown: then every entry counts as changed.
    let version = try call.integer(0)
    let places = try call.argument(1) == nil ? nil : MPDNumber.range(call.arguments[1])
    return snapshot.queue.entries.enumerated().filter { position, entry in
      places?.contains(position) ?? true && call.hub.versions.hasChanged(entry, since: version)
    }.map { ($0.offset, $0.element) }
  }

  /// Moves the entries in `range` to the place in the second argument.
  private static func move(_ call: MPDCall, _ range: Range<Int>, in snapshot: TunerSnapshot) throws(MPDError) {
    let text = call.arguments[1]
    let rest = snapshot.queue.entries.count - range.count
    var place: Int
    if let sign = text.first, sign == "+" || sign == "-" {
      guard let current = snapshot.entryID.flatMap(snapshot.queue.position(ofID:)) else { throw .noCurrentSong }
      guard !range.contains(current) else {
        throw MPDError(.argument, "Cannot move current song relative to itself")
      }
      place = try call.place(1, in: snapshot) ?? 0
      if range.lowerBound < current { place -= range.count }
      guard (0...rest).contains(place) else { throw MPDError(.argument, "Number too large: \(text)") }
    } else {
      place = try call.unsigned(1, limit: rest)
    }
    try call.edit(.move(range, to: place))
  }

  /// Inserts the sources that the first argument names at the place in the second. Returns the new ids.
  @discardableResult private static func insert(_ call: MPDCall) throws(MPDError) -> [Int] {
    let snapshot = call.refresh()
    let place = try call.place(1, in: snapshot)
    return try call.edit(.insert(sources(call.arguments[0], in: snapshot), at: place))
  }

  /// True when `uri` is the root of the station list: empty or `/`.
  static func isEverything(_ uri: String) -> Bool { uri.isEmpty || uri == "/" }

  /// Returns the sources that `uri` names: a listed station or a queue entry by its address, all stations, or any
  /// http(s) stream.
  static func sources(_ uri: String, in snapshot: TunerSnapshot) throws(MPDError) -> [Source] {
    if isEverything(uri) { return snapshot.stations.map { .station($0) } }
    if let station = snapshot.stations.first(where: { Source.station($0).address == uri }) {
      return [.station(station)]
    }
    // The queue may hold entries that are not in the list, with a password that clients do not see.
    if let entry = snapshot.queue.entries.first(where: { $0.source.address == uri }) { return [entry.source] }
    guard let parts = AddressParts(uri) else { throw MPDError(.noSuchThing, "No such directory") }
    guard ["http", "https"].contains(parts.scheme) else {
      throw uri.hasPrefix("file:")
        ? MPDError(.permission, "Access denied") : MPDError(.argument, "Unsupported URI scheme")
    }
    do throws(TuneError) {
      return [try Source(address: uri)]
    } catch {
      throw MPDError(.argument, error.description)
    }
  }
}
