import Radio
import Stations

/// An entry of the queue or a station, as clients are told of it: a stream with a few tags.
package struct MPDSong: Sendable {
  /// Its address without credentials, by which clients ask for it.
  package var file: String
  /// What a listener would call the station.
  package var station: String
  /// The title that is audible now, of the entry that is tuned in.
  package var title: String?
  /// What the station plays.
  package var genres: [String] = []
  /// Place in the queue, from 0.
  package var position: Int?
  /// The queue's number for it.
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
      title = snapshot.title
    }
  }

  /// All of the queue.
  static func queue(_ snapshot: TunerSnapshot) -> [MPDSong] {
    snapshot.queue.entries.enumerated().map { MPDSong($0.element, at: $0.offset, in: snapshot) }
  }

  /// What the station is called; nil when no more than its address is known.
  private var name: String? { station == file ? nil : station }

  /// What there is of `tag`.
  package func values(of tag: MPDTag) -> [String] {
    switch tag {
    case .title: [title ?? name].compactMap(\.self)
    case .name: [name].compactMap(\.self)
    case .genre: genres
    default: []
    }
  }

  /// Its lines. Music Player Daemon gives a stream's name as `Name` and the song of the moment as `Title`. While there is no song the name
  /// stands as `Title` alone: then every client shows it, and none shows it twice.
  func write(to text: inout MPDText, tags: Set<MPDTag>) {
    text.line("file", file)
    if tags.contains(.title), let words = title ?? name { text.line("Title", words) }
    if title != nil, tags.contains(.name), let name { text.line("Name", name) }
    if tags.contains(.genre) { for genre in genres { text.line("Genre", genre) } }
    if let position { text.line("Pos", position) }
    if let id { text.line("Id", id) }
  }
}
