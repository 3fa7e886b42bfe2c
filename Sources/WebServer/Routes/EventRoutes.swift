import HTTPServer
import AudioCore
import JSON
import NIOCore
import Pictures
import Radio
import RadioModel

/// Streams the radio's events as server-sent events.
struct EventRoutes {
  let tuner: Tuner
  let library: StationLibrary
  let pictures: any StationPictureFiles
  /// The stations whose pictures clients have asked for.
  let asked: AskedPictures

  /// Streams events from now on, or after the event that the header `Last-Event-ID` names.
  func follow(_ request: HTTPRequest) -> HTTPAnswer {
    let number = request.headers.first(name: "last-event-id").flatMap { UInt64($0) }
    return .events { [tuner, library, pictures, asked] connection in
      let news = PictureEvents(tuner: tuner, files: pictures, asked: asked)
      // A client that reconnects may have missed a change.
      let shown = number == nil ? news.current() : nil
      let sending = Task {
        try await connection.send(ServerSentEvent.opening)
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { try await news.sendChanges(since: shown, to: connection) }
          group.addTask { try await news.sendArrivals(to: connection) }
          // Sends an event only after the connection has taken the one before it (back-pressure). Meanwhile the
          // subscription keeps a bounded number of events.
          for await event in tuner.numberedEvents(after: number) {
            if let message = Self.message(event, of: tuner, library) { try await connection.send(message.bytes) }
            news.note(event.event)
          }
          group.cancelAll()
        }
      }
      connection.channel.closeFuture.whenComplete { _ in sending.cancel() }
      try await sending.value
    }
  }

  /// The event to send, or nil for internal events.
  private static func message(_ event: NumberedEvent, of tuner: Tuner, _ library: StationLibrary) -> ServerSentEvent? {
    switch event.event {
    case .snapshot, .tuned, .listed, .connecting, .connected, .playing, .rebuffering, .retrying, .ended, .failed,
      .stopped,
      .volume:
      let status = RadioStatus(tuner.snapshot, event: event.number)
      return one("status", event, status.json)
    case .title(let metadata): return one("title", event, title(metadata.title, of: tuner.snapshot))
    case .notice(let text): return one("notice", event, .object(["text": .text(text)]))
    case .queue(let version): return one("queue", event, .object(["version": .number(version)]))
    case .stations: return one("stations", event, .object(["version": .number(library.version)]))
    case .deviceFaults, .detail: return nil
    }
  }

  private static func one(_ name: StaticString, _ event: NumberedEvent, _ data: JSONValue) -> ServerSentEvent {
    ServerSentEvent(name: name, id: event.number, data: ByteBuffer(json: data))
  }

  private static func title(_ title: String, of snapshot: TunerSnapshot) -> JSONValue {
    let parts = SongTitle(title)
    return .object([
      "title": .text(title), "artist": parts.artist.map(JSONValue.text), "song": .text(parts.song),
      "station": snapshot.source?.station.map { .text($0.id) }, "name": .text(snapshot.name),
    ])
  }
}
