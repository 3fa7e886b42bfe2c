import JSON
import NIOCore
import RadioModel
import Stations
import Synchronization

extension Station {
  /// The station as an object of answers, with the path of its picture as one of the list.
  var listedAnswer: JSONValue { answer(picture: PicturePath.station(self)) }
}

/// The answer with the station list. It is made once for each state of the list.
final class StationListBody: Sendable {
  /// What the answer is made from.
  fileprivate struct Key: Equatable {
    var version: Int
    var fault: String?
    var path: String?
  }

  /// The list as JSON, and the tag of this content.
  struct Made {
    fileprivate var key: Key
    var bytes: ByteBuffer
    var tag: EntityTag
  }

  /// The last answers: with the path of the file and without.
  private let made = Mutex<[Bool: Made]>([:])

  /// Returns the answer for `list`; `path` is the file's path for programs of this machine.
  func body(_ list: StationListState, path: String?) -> Made {
    let key = Key(version: list.version, fault: list.fault, path: path)
    if let known = made.withLock({ $0[path != nil] }), known.key == key { return known }
    let answer = StationListAnswer(version: list.version, fault: list.fault, path: path, stations: list.stations)
    let bytes = ByteBuffer(json: answer.json(picture: PicturePath.station))
    // The version alone counts from the beginning in each run of the program.
    let tag = EntityTag("stations-" + StableHash.digits(ofBytes: bytes.readableBytesView))
    let body = Made(key: key, bytes: bytes, tag: tag)
    made.withLock { $0[path != nil] = body }
    return body
  }
}
