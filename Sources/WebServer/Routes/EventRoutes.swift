import AudioCore
import HTTPServer
import NIOCore
import NIOHTTP1
import Pictures
import Radio
import RadioModel
import Stations

/// Streams the radio's events as server-sent events.
struct EventRoutes {
  let radio: RadioHost
  let pictures: any StationPictureFiles
  /// The stations whose pictures clients have asked for.
  let asked: AskedPictures

  /// Streams events from now on, or after the event that the header `Last-Event-ID` names.
  func follow(_ request: HTTPRequest) -> HTTPAnswer {
    let number = request.headers.first(name: "last-event-id").flatMap { UInt64($0) }
    return .events { [radio, pictures, asked] connection in
      let news = PictureEvents(tuner: radio.tuner, files: pictures, asked: asked)
      // A client that reconnects may have missed a change.
      let shown = number == nil ? news.current() : nil
      let sending = Task {
        try await connection.send(ServerSentEvent.opening)
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { try await news.sendChanges(since: shown, to: connection) }
          group.addTask { try await news.sendArrivals(to: connection) }
          // Sends an event only after the connection has taken the one before it (back-pressure). Meanwhile the
          // subscription keeps a bounded number of events.
          for await event in radio.tuner.numberedEvents(after: number) {
            for message in Self.messages(event, of: radio) { try await connection.send(message.bytes) }
            news.receive(event.event)
          }
          group.cancelAll()
        }
      }
      connection.channel.closeFuture.whenComplete { _ in sending.cancel() }
      try await sending.value
    }
  }

  /// The events to send; none for internal events. The status after a notice says whether that lasts.
  private static func messages(_ event: NumberedEvent, of radio: RadioHost) -> [ServerSentEvent] {
    func status() -> RadioEvent { .status(RadioStatus(radio.tuner.snapshot, event: event.number)) }
    let sent: [RadioEvent]
    switch event.event {
    case .snapshot, .tuned, .listed, .connecting, .connected, .playing, .rebuffering, .paused, .moved, .titleAgain,
      .retrying, .ended, .failed, .stopped, .volume, .recordings:
      sent = [status()]
    case .title(let metadata):
      let snapshot = radio.tuner.snapshot
      sent = [.title(metadata.title, station: snapshot.source?.station?.id, name: snapshot.name)]
    case .notice(let text): sent = [.notice(text), status()]
    case .queue(let version): sent = [.queue(version: version)]
    case .stations: sent = [.stations(version: radio.library.version)]
    default: return []
    }
    return sent.map { ServerSentEvent(name: $0.name, id: event.number, data: ByteBuffer(json: $0)) }
  }
}
