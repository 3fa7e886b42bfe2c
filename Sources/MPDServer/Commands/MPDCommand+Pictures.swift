import AudioCore
import NIOCore
import Pictures
import RadioModel
import Stations

// Commands for the pictures of stations, which clients see as the covers of songs. They answer at once: a picture that
// has not come counts as missing, and a change of the database is reported when it has.
extension MPDCommand {
  static let aboutPictures: [MPDCommand] = [
    MPDCommand("albumart", .read, 2...2) { call throws(MPDError) in try picture(call, .cover) },
    MPDCommand("readpicture", .read, 2...2) { call throws(MPDError) in try picture(call, .embedded) },
  ]

  /// The longest time for which an answer waits for the cache. It never waits for a server.
  private static let cacheTime: Duration = .milliseconds(250)

  /// Where Music Player Daemon would have the picture.
  private enum Place {
    /// In a file beside the song.
    case cover
    /// In the song.
    case embedded
  }

  private static func picture(_ call: MPDCall, _ place: Place) throws(MPDError) -> MPDReply {
    let offset = try call.unsigned(1)
    call.hub.notePictureRead()
    let uri = call.arguments[0]
    guard let station = station(uri, in: call.refresh()) else {
      throw place == .embedded && !StreamURL.mayBeAddress(uri) ? .noSuchSong : noFile
    }
    guard let address = pictureAddress(of: station) else { throw noFile }
    let (hub, limit) = (call.hub, call.session.binaryLimit)
    switch hub.pictures.file(of: station) {
    case .ready(let file): return .text(try piece(of: file, from: offset, limit: limit, place))
    case .missing: throw noFile
    case .loading: break
    }
    hub.awaitPicture(at: address)
    let pictures = hub.pictures
    return .future(
      hub.loop.makeFutureWithTask {
        guard let file = await pictures.file(of: station, waitingFor: cacheTime).content else { throw noFile }
        return try piece(of: file, from: offset, limit: limit, place)
      })
  }

  private static let noFile = MPDError(.noSuchThing, "No file exists")

  /// Returns the answer with the bytes of a file from `offset` on, at most `limit`.
  private static func piece(
    of file: PictureFile, from offset: Int, limit: Int, _ place: Place
  ) throws(MPDError) -> MPDText {
    guard offset <= file.bytes.count else {
      throw MPDError(.argument, place == .cover ? "Offset too large" : "Bad file offset")
    }
    var text = MPDText()
    text.line("size", file.bytes.count)
    if place == .embedded { text.line("type", file.mediaType) }
    text.binary(file.bytes[offset...].prefix(limit))
    return text
  }

  /// Returns the station whose address is `uri`: in the list, in the queue, or tuned in.
  private static func station(_ uri: String, in snapshot: TunerSnapshot) -> Station? {
    if let station = snapshot.stations.first(where: { Source.station($0).address == uri }) { return station }
    let sources = snapshot.queue.entries.lazy.map(\.source) + [snapshot.source].compactMap(\.self)
    return sources.first { $0.address == uri }?.station
  }

  /// Returns the address of a station's picture, or a name for the one that needs none; nil when there is no picture.
  private static func pictureAddress(of station: Station) -> String? {
    station.id == Station.demoID ? Station.demoID : station.image
  }
}
