import AudioCore
import JSON
import RadioModel

/// What is sent to a server: `/1/submit-listens` of the ListenBrainz API
/// (https://listenbrainz.readthedocs.io/en/latest/users/json.html).
enum Submission: Sendable, Equatable {
  /// The song that plays now; servers forget it soon.
  case playingNow(Song, station: String)
  /// Listens, at most ``maximumListens``.
  case listens([Listen])

  /// The maximum number of listens in one request.
  static let maximumListens = 100

  /// True when it can be sent in several requests.
  var isDivisible: Bool { if case .listens(let listens) = self { listens.count > 1 } else { false } }

  /// The body, at the time of the day `now` in seconds since 1970. No listen is later: servers refuse those of a clock
  /// that was set back since.
  func json(now: Double) -> [UInt8] {
    switch self {
    case .playingNow(let song, let station):
      Self.document("playing_now", [.object(["track_metadata": Self.metadata(song, station)])])
    case .listens(let listens):
      Self.document(
        listens.count == 1 ? "single" : "import",
        listens.map {
          .object(["listened_at": min($0.listenedAt, Int(now)), "track_metadata": Self.metadata($0.song, $0.station)])
        })
    }
  }

  private static func document(_ type: String, _ payload: [JSONValue]) -> [UInt8] {
    JSONWriter.line(.object(["listen_type": type, "payload": payload]))
  }

  private static func metadata(_ song: Song, _ station: String) -> JSONValue {
    .object([
      "artist_name": song.artist, "track_name": song.title,
      "additional_info": .object([
        "media_player": program, "media_player_version": ProductVersion.text,
        "submission_client": program, "submission_client_version": ProductVersion.text,
        "music_service_name": station.isEmpty ? nil : station,
      ]),
    ])
  }

  private static let program = "SpringRadio"
}
