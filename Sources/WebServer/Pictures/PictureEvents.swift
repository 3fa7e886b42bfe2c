import HTTPServer
import JSON
import NIOCore
import Pictures
import Radio
import RadioModel
import SystemSupport

/// Sends to the client of one event stream which pictures have come, and how the picture of what is tuned in changes.
struct PictureEvents: Sendable {
  private let tuner: Tuner
  private let files: any StationPictureFiles
  private let asked: AskedPictures
  /// The addresses of pictures that come from now on.
  private let arrivals: AsyncStream<String>
  private let wake = WakeSignal()

  init(tuner: Tuner, files: any StationPictureFiles, asked: AskedPictures) {
    self.tuner = tuner
    self.files = files
    self.asked = asked
    arrivals = files.arrivals()
  }

  /// The picture of what is tuned in, as far as is known at once.
  func current() -> CurrentPicture {
    let (station, isListed) = tuner.snapshot.picturedStation
    return CurrentPicture(station, isListed: isListed, file: files.file(of: station).content)
  }

  /// Receives an event of the radio, after which another picture may be the one of what is tuned in.
  func receive(_ event: TunerEvent) {
    switch event {
    case .snapshot, .tuned, .listed, .connected, .stations: wake.signal()
    default: break
    }
  }

  /// Sends the picture of what is tuned in each time that it differs from the one before; the first time from `sent`.
  func sendChanges(since sent: CurrentPicture?, to connection: HTTPConnection) async throws {
    var sent = sent
    for await _ in wake {
      let picture = current()
      guard picture != sent else { continue }
      sent = picture
      try await connection.send(ServerSentEvent(name: "picture", data: ByteBuffer(json: picture)).bytes)
    }
  }

  /// Sends the ids of the stations whose pictures have come, of those that clients have asked for.
  func sendArrivals(to connection: HTTPConnection) async throws {
    for await address in arrivals {
      wake.signal()
      let ids = asked.ids(at: address)
      guard !ids.isEmpty else { continue }
      let data = ByteBuffer(json: .object(["ids": ids]))
      try await connection.send(ServerSentEvent(name: "pictures", data: data).bytes)
    }
  }
}
