import AudioCore
import JSON

/// What is sent to a server: `/1/submit-listens` of the ListenBrainz API
/// (https://listenbrainz.readthedocs.io/en/latest/users/json.html).
enum Submission: Sendable, Equatable {
  /// The song that plays now; servers forget it soon.
  case playingNow(Song, station: String)
  /// Listens, at most ``mostListens``.
  case listens([Listen])

  /// The maximum number of listens in one request.
  static let mostListens = 100

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
        listens.map { listen in
          .object([
            "listened_at": .number(min(listen.listenedAt, Int(now))),
            "track_metadata": Self.metadata(listen.song, listen.station),
          ])
        })
    }
  }

  private static func document(_ type: String, _ payload: [JSONValue]) -> [UInt8] {
    JSONWriter.line(.object(["listen_type": .text(type), "payload": .array(payload)]))
  }

  private static func metadata(_ song: Song, _ station: String) -> JSONValue {
    .object([
      "artist_name": .text(song.artist), "track_name": .text(song.title),
      "additional_info": .object([
        "media_player": .text(program), "media_player_version": .text(ProductVersion.text),
        "submission_client": .text(program), "submission_client_version": .text(ProductVersion.text),
        "music_service_name": station.isEmpty ? nil : .text(station),
      ]),
    ])
  }

  private static let program = "SpringRadio"
}
