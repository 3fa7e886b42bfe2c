import AudioCore
import NIOCore
import RadioModel
import Stations

// Commands for the saved queues (stored playlists).
extension MPDCommand {
  static let aboutPlaylists: [MPDCommand] = [
    MPDCommand("listplaylist", .read, 1...1) { call throws(MPDError) in
      let name = call.arguments[0]
      return call.onDisk { playlists in
        MPDText("file", try playlists.load(name).map { $0.address ?? $0.displayName })
      }
    },
    MPDCommand("listplaylistinfo", .read, 1...1) { call throws(MPDError) in
      let (name, tags) = (call.arguments[0], call.session.tags)
      return call.onDisk { playlists in
        MPDText(try playlists.load(name).compactMap(\.playlistStation).map { MPDSong($0) }, tags: tags)
      }
    },
    MPDCommand("listplaylists", .read, 0...0) { call throws(MPDError) in
      call.onDisk { playlists in
        var text = MPDText()
        text.playlists(playlists.list())
        return text
      }
    },
    MPDCommand("load", .add, 1...3, load),
    MPDCommand("playlistadd", .control, 2...3) { call throws(MPDError) in
      let stations = try sources(call.arguments[1], in: call.refresh()).compactMap(\.playlistStation)
      let name = call.arguments[0]
      let place = call.argument(2) == nil ? nil : try call.unsigned(2)
      return edit(name, call, mayBeNew: true) { list in
        guard place ?? 0 <= list.count else { throw MPDError(.argument, "Bad position") }
        list.insert(contentsOf: stations, at: place ?? list.count)
      }
    },
    MPDCommand("playlistclear", .control, 1...1) { call throws(MPDError) in
      edit(call.arguments[0], call) { $0 = [] }
    },
    MPDCommand("playlistdelete", .control, 2...2) { call throws(MPDError) in
      let (name, range) = (call.arguments[0], try MPDNumber.range(call.arguments[1]))
      return edit(name, call) { list in
        guard range.lowerBound < list.count else { throw MPDError.badSongIndex }
        list.removeSubrange(range.clamped(to: 0..<list.count))
      }
    },
    MPDCommand("playlistmove", .control, 3...3) { call throws(MPDError) in
      let (name, from, to) = (call.arguments[0], try call.unsigned(1), try call.unsigned(2))
      return edit(name, call) { list in
        guard list.indices.contains(from), list.indices.contains(to) else { throw MPDError(.argument, "Bad range") }
        list.insert(list.remove(at: from), at: to)
      }
    },
    MPDCommand("rename", .control, 2...2) { call throws(MPDError) in
      let (name, newName) = (call.arguments[0], call.arguments[1])
      return call.changePlaylists { playlists in try playlists.changing(name, newName).rename(name, to: newName) }
    },
    MPDCommand("rm", .control, 1...1) { call throws(MPDError) in
      let name = call.arguments[0]
      return call.changePlaylists { playlists in try playlists.changing(name).remove(name) }
    },
    MPDCommand("save", .control, 1...1) { call throws(MPDError) in
      let (name, sources) = (call.arguments[0], call.refresh().queue.entries.map(\.source))
      return call.changePlaylists { playlists in try playlists.changing(name).save(sources, as: name) }
    },
  ]

  /// Applies `change` to the stations of the saved queue `name`.
  private static func edit(
    _ name: String, _ call: MPDCall, mayBeNew: Bool = false,
    _ change: @escaping @Sendable (inout [Station]) throws -> Void
  ) -> MPDReply {
    call.changePlaylists { playlists in try playlists.changing(name).edit(name, mayBeNew: mayBeNew, change) }
  }

  /// Adds a playlist, or a part of it, to the queue. A playlist at an address is one entry, since its addresses are
  /// alternatives for the same station.
  private static func load(_ call: MPDCall) throws(MPDError) -> MPDReply {
    let name = call.arguments[0]
    let range = call.argument(1) == nil ? 0..<Int.max : try MPDNumber.range(call.arguments[1])
    let snapshot = call.refresh()
    let place = try call.place(2, in: snapshot)
    if ["http://", "https://"].contains(where: name.lowercased().hasPrefix) {
      let sources = try sources(name, in: snapshot)
      try call.edit(.insert(Array(sources[range.clamped(to: 0..<sources.count)]), at: place))
      return .done
    }
    let tuner = call.hub.tuner
    return call.onDisk { playlists in
      let sources = try playlists.load(name)
      let places = range.clamped(to: 0..<sources.count)
      try MPDError.edit(tuner, .insert(Array(sources[places]), at: place))
      return MPDText()
    }
  }
}

extension MPDText {
  /// Appends the lines of playlists.
  mutating func playlists(_ list: [(name: String, modified: Double?)]) {
    for playlist in list {
      line("playlist", playlist.name)
      if let modified = playlist.modified { line("Last-Modified", MPDClock.text(modified)) }
    }
  }
}
