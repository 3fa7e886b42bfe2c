import Bytes
package import JSON
public import RadioModel

/// A song that was heard long enough to count.
public struct Listen: Sendable, Hashable {
  /// The time of the day when the song began, in seconds since 1970.
  public var listenedAt: Int
  /// The song.
  public var song: Song
  /// The name of the station, or an empty text.
  public var station: String

  /// The maximum length of a station's name, in characters.
  private static let stationLimit = 128

  /// Creates a listen; a long name of a station is cut.
  public init(listenedAt: Int, song: Song, station: String) {
    self.listenedAt = listenedAt
    self.song = song
    self.station = CleanText.singleLine(station, limit: Self.stationLimit)
  }
}

extension Listen: JSONConvertible {
  /// The listen as an entry of the queue's file.
  package var json: JSONValue {
    .object(["time": listenedAt, "artist": song.artist, "title": song.title, "station": station])
  }

  /// Reads such an entry; nil when it is not one.
  init?(json: JSONValue) {
    guard let time = json["time"]?.integer(Int.self), time >= 0, let song = Song(json: json) else { return nil }
    self.init(listenedAt: time, song: song, station: json["station"]?.text ?? "")
  }
}

extension Song {
  /// Reads the members `artist` and `title`; nil when one is missing, empty or too long.
  init?(json: JSONValue) {
    func part(_ key: String) -> String? {
      let text = CleanText.singleLine(json[key]?.text ?? "")
      return text.isEmpty || !SongRule.isPossible(text) ? nil : text
    }
    guard let artist = part("artist"), let title = part("title") else { return nil }
    self.init(artist: artist, title: title)
  }
}
