package import AudioCore
package import RadioModel
package import Stations

/// An entry of the queue or a station, as clients see it: a stream with a few tags.
package struct MPDSong: Sendable {
  /// The address without credentials; clients identify the song by it.
  package var file: String
  /// The name of the station.
  package var station: String
  /// The title that is audible now; only for the entry that is tuned in.
  package var title: SongTitle?
  /// The genres of the station.
  package var genres: [String] = []
  /// The position in the queue, from 0.
  package var position: Int?
  /// The queue's id of the entry.
  package var id: Int?

  /// A station that is not in the queue.
  package init(_ station: Station) {
    let source = Source.station(station)
    file = source.address ?? station.url
    self.station = station.name
    genres = station.tags
  }

  /// The entry of `snapshot`'s queue at `position`.
  package init(_ entry: StationQueue.Entry, at position: Int, in snapshot: TunerSnapshot) {
    file = entry.source.address ?? entry.source.displayName
    station = entry.source.displayName
    genres = entry.source.station?.tags ?? []
    self.position = position
    id = entry.id
    if entry.id == snapshot.entryID {
      if !snapshot.name.isEmpty { station = snapshot.name }
      title = snapshot.title.map { SongTitle($0) }
    }
  }

  /// Returns all entries of the queue.
  static func queue(_ snapshot: TunerSnapshot) -> [MPDSong] {
    snapshot.queue.entries.enumerated().map { MPDSong($0.element, at: $0.offset, in: snapshot) }
  }

  /// The station's name; nil when only its address is known.
  private var name: String? { station == file ? nil : station }

  /// Returns the values of `tag`; empty when there are none.
  package func values(of tag: MPDTag) -> [String] {
    switch tag {
    case .title: [title?.song ?? name].compactMap(\.self)
    case .artist: [title?.artist].compactMap(\.self)
    case .name: [name].compactMap(\.self)
    case .genre: genres
    default: []
    }
  }

  /// Writes the lines of the song. Music Player Daemon sends a stream's name as `Name` and the current song as `Title`.
  /// While there is no current song, the name is sent as `Title` only: then every client shows it, and no client shows
  /// it twice.
  func write(to text: inout MPDText, tags: Set<MPDTag>) {
    text.line("file", file)
    if tags.contains(.artist), let artist = title?.artist { text.line("Artist", artist) }
    if tags.contains(.title), let words = title?.song ?? name { text.line("Title", words) }
    if title != nil, tags.contains(.name), let name { text.line("Name", name) }
    if tags.contains(.genre) { for genre in genres { text.line("Genre", genre) } }
    if let position { text.line("Pos", position) }
    if let id { text.line("Id", id) }
  }
}

extension MPDText {
  /// The lines of `songs`, with these tags.
  init(_ songs: some Sequence<MPDSong>, tags: Set<MPDTag>) {
    self.init()
    for song in songs { song.write(to: &self, tags: tags) }
  }
}
