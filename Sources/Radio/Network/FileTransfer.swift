import AudioCore
import Downloader
import Parser

/// A file that a server sends: what it takes to ask for the rest of it when the connection breaks, or for another
/// part when its index stands at its end.
///
/// The parser stays the same over all connections: where the next one begins with the very byte that was missing,
/// nothing is heard twice, and nothing is lost.
struct FileTransfer {
  /// What was opened first, a playlist perhaps.
  let source: StreamRequest
  /// Bytes of the whole file.
  let length: Int
  /// The first byte that the parser needs and did not get.
  var position = 0
  /// What the bytes before have led to; nil as long as somebody else has it.
  var parser: StreamParser?
  /// True when the station's own address led to it, and no playlist: then what is answered is the station's answer.
  var isOwnAnswer = true

  /// Asks for a byte of the file, at the address that sent it.
  private var request: StreamRequest
  private let validator: String?

  /// The transfer of what `connection` sends, to which `source` led; nil when that is no file: a live stream, or
  /// segments.
  init?(_ connection: StationConnection, source: StreamRequest) {
    guard case .direct(let file) = connection, !file.head.isLive, file.head.status == 200,
      let length = file.head.contentLength
    else { return nil }
    self.source = source
    self.length = length
    validator = file.head.validator
    request = file.request(for: 0..<1, validator: validator)
  }

  /// Where the bytes come from that `connection` sends, as a parser must know it.
  static func origin(of connection: StationConnection) -> StreamOrigin {
    guard case .direct(let file) = connection, !file.head.isLive else { return .station }
    return .file(file.head.mayHaveParts ? .byRanges : .inOrder)
  }

  /// True when everything up to the end of the file was received.
  var isComplete: Bool { position >= length }

  /// Asks for the file from ``position`` on.
  var rest: StreamRequest {
    var rest = request
    rest.byteRange = position..<max(length, position + 1)
    return rest
  }

  /// True when `head` answers to ``rest`` with just that.
  func isContinued(by head: StreamHead) -> Bool {
    guard head.status == 206, let part = head.part else { return false }
    return part.start == position && part.total ?? length == length
  }

  /// The transfer when `connection`, opened from the beginning, sends the same file; nil when it sends another one.
  /// Its address may differ: some servers name one that is good for a while only.
  func moved(to connection: StationConnection) -> FileTransfer? {
    guard case .direct(let file) = connection, !file.head.isLive, file.head.status == 200,
      file.head.contentLength == length, file.head.validator == validator
    else { return nil }
    var moved = self
    moved.request = file.request(for: 0..<1, validator: validator)
    return moved
  }
}
