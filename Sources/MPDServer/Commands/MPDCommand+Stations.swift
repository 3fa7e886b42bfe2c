import NIOCore
import RadioModel
import Stations

// Commands for the station list, which clients see as the database. All stations are in its root.
extension MPDCommand {
  static let aboutStations: [MPDCommand] =
    [
      MPDCommand("count", .read, 1..., count), MPDCommand("list", .read, 1..., list),
      MPDCommand("listall", .read, 0...1) { call throws(MPDError) in
        let uri = call.argument(0)
        return call.search { snapshot in MPDText("file", try songs(uri, in: snapshot).map(\.file)) }
      },
      MPDCommand("listallinfo", .read, 0...1) { call throws(MPDError) in
        let (uri, tags) = (call.argument(0), call.session.tags)
        return call.search { snapshot in MPDText(try songs(uri, in: snapshot), tags: tags) }
      },
      MPDCommand("lsinfo", .read, 0...1) { call throws(MPDError) in
        let (uri, tags) = (call.argument(0), call.session.tags)
        if uri?.hasPrefix("file:") == true { throw MPDError(.permission, "Access denied") }
        let isRoot = isEverything(uri ?? "")
        return call.search({ snapshot in MPDText(try songs(uri, in: snapshot), tags: tags) }) { songs, hub in
          guard isRoot else { return hub.loop.makeSucceededFuture(songs) }
          return hub.onDisk { playlists in
            var text = songs
            text.playlists(playlists.list())
            return text
          }
        }
      },
      MPDCommand("searchaddpl", .control, 2..., addToPlaylist),
    ]
    + [("find", false), ("search", true)].flatMap { name, foldsCase in
      [
        MPDCommand(name, .read, 1...) { call throws(MPDError) in
          let search = try MPDSearch(call.arguments[...], foldsCase: foldsCase)
          let tags = call.session.tags
          return call.search { snapshot in MPDText(search.found(in: snapshot.stations.map(MPDSong.init)), tags: tags) }
        },
        MPDCommand(name + "add", .add, 1...) { call throws(MPDError) in
          let search = try MPDSearch(call.arguments[...], foldsCase: foldsCase)
          let snapshot = call.refresh()
          let place = try search.position.map { (text) throws(MPDError) in
            try MPDCall(name: name, arguments: [text], hub: call.hub, session: call.session).place(0, in: snapshot)
          }
          let tuner = call.hub.tuner
          return call.search { snapshot in
            let sources = found(by: search, in: snapshot).map { Source.station($0) }
            try MPDError.edit(tuner, .insert(sources, at: place ?? nil))
            return MPDText()
          }
        },
      ]
    }

  private static func found(by search: MPDSearch, in snapshot: TunerSnapshot) -> [Station] {
    // The index goes along as the position: several stations may have the same address.
    let songs = snapshot.stations.enumerated().map { index, station in
      var song = MPDSong(station)
      song.position = index
      return song
    }
    return search.found(in: songs).compactMap { $0.position.map { snapshot.stations[$0] } }
  }

  private static func addToPlaylist(_ call: MPDCall) throws(MPDError) -> MPDReply {
    let search = try MPDSearch(call.arguments.dropFirst(), foldsCase: true)
    let name = call.arguments[0]
    return call.search({ snapshot in found(by: search, in: snapshot) }) { stations, hub in
      hub.changePlaylists { try $0.changing(name).edit(name, mayBeNew: true) { $0 += stations } }
    }
  }

  /// Returns the songs at `uri`; all songs without one.
  private static func songs(_ uri: String?, in snapshot: TunerSnapshot) throws(MPDError) -> [MPDSong] {
    let songs = snapshot.stations.map(MPDSong.init)
    guard let uri, !isEverything(uri) else { return songs }
    guard let song = songs.first(where: { $0.file == uri }) else { throw MPDError(.noSuchThing, "No such directory") }
    return [song]
  }

  // MARK: - Counts and values of tags

  private static func count(_ call: MPDCall) throws(MPDError) -> MPDReply {
    var arguments = call.arguments[...]
    let groups = try groups(&arguments)
    let search = try MPDSearch(filter: arguments)
    guard !arguments.isEmpty || !groups.isEmpty else {
      throw MPDError(.argument, "too few arguments for \"count\"")
    }
    return call.search { snapshot in
      var text = MPDText()
      write(search.found(in: snapshot.stations.map(MPDSong.init)), groups: groups[...], to: &text) { songs, text in
        text.line("songs", songs.count)
        text.line("playtime", 0)
      }
      return text
    }
  }

  private static func list(_ call: MPDCall) throws(MPDError) -> MPDReply {
    let isFile = ["file", "filename"].contains(call.arguments[0].lowercased())
    let tag = MPDTag(named: call.arguments[0])
    guard isFile || tag != nil else { throw MPDError(.argument, "Unknown tag type: \(call.arguments[0])") }
    var arguments = call.arguments.dropFirst()
    let groups = try groups(&arguments)
    if arguments.count == 1, let only = arguments.first, !only.hasPrefix("(") {
      // An old form of the protocol: `list Album ARTIST`.
      guard tag == .album else { throw MPDError(.argument, "should be \"Album\" for 3 arguments") }
      arguments = ["Artist", only]
    }
    let search = try MPDSearch(filter: arguments)
    return call.search { snapshot in
      var text = MPDText()
      write(search.found(in: snapshot.stations.map(MPDSong.init)), groups: groups[...], to: &text) { songs, text in
        guard let tag else {
          for song in songs { text.line("file", song.file) }
          return
        }
        let values = values(of: tag, in: songs)
        // A tag that no station has gives an empty list, not a list with an empty line.
        if values != [""] { for value in values.sorted() { text.line(tag.rawValue, value) } }
      }
      return text
    }
  }

  /// Removes each `group TAG` from the end of `arguments`. Returns the tags, the outermost group first.
  private static func groups(_ arguments: inout ArraySlice<String>) throws(MPDError) -> [MPDTag] {
    var groups: [MPDTag] = []
    while arguments.count >= 2, arguments[arguments.endIndex - 2] == "group" {
      guard let tag = MPDTag(named: arguments[arguments.endIndex - 1]) else {
        throw MPDError(.argument, "Unknown tag type: \(arguments[arguments.endIndex - 1])")
      }
      guard !groups.contains(tag) else { throw MPDError(.argument, "Conflicting group") }
      groups.append(tag)
      arguments.removeLast(2)
    }
    return groups
  }

  /// Groups `songs` by the tags in `groups`. Writes the tag's value and then `body` for each group.
  private static func write(
    _ songs: [MPDSong], groups: ArraySlice<MPDTag>, to text: inout MPDText, body: ([MPDSong], inout MPDText) -> Void
  ) {
    guard let tag = groups.first else { return body(songs, &text) }
    var members: [String: [MPDSong]] = [:]
    for song in songs {
      for value in values(of: tag, in: [song]) { members[value, default: []].append(song) }
    }
    for (value, songs) in members.sorted(by: { $0.key < $1.key }) {
      text.line(tag.rawValue, value)
      write(songs, groups: groups.dropFirst(), to: &text, body: body)
    }
  }

  /// Returns the values of `tag` in `songs`; a song without the tag has the empty value.
  private static func values(of tag: MPDTag, in songs: [MPDSong]) -> Set<String> {
    var values: Set<String> = []
    for song in songs {
      let own = song.values(of: tag)
      if own.isEmpty { values.insert("") } else { values.formUnion(own) }
    }
    return values
  }
}
