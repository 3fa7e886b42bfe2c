import Downloader
import Parser

/// The state of the download of a file from a server. It can ask for the rest of the file when the connection breaks,
/// or for another part when the index of the file is at its end.
///
/// The parser stays the same over all connections: where the next connection begins with exactly the missing byte,
/// nothing is heard twice and nothing is lost.
package struct FileTransfer {
  /// The request that was opened first; its address may be that of a playlist.
  let source: StreamRequest
  /// The size of the whole file in bytes.
  let length: Int
  /// The position of the first byte that the parser needs and did not get.
  var position = 0
  /// The parser with the state of the bytes received so far; nil while a running connection uses it.
  var parser: StreamParser?
  /// True when the station's own address led to the file, without a playlist: an answer then counts as the station's
  /// own answer.
  var isOwnAnswer = true

  /// Asks for one byte of the file, at the address that sent it.
  private var request: StreamRequest
  private let validator: String?

  /// Makes the transfer of the file that `connection` sends and `source` led to; nil when it is not a file but a live
  /// stream or segments.
  init?(_ connection: StationConnection, source: StreamRequest) {
    guard case .direct(let file) = connection, !file.head.isLive, file.head.status == 200,
      let length = file.head.contentLength
    else { return nil }
    self.source = source
    self.length = length
    validator = file.head.validator
    request = file.request(for: 0..<1, validator: validator)
  }

  /// Returns the origin of the bytes that `connection` sends, for the parser.
  static func origin(of connection: StationConnection) -> StreamOrigin {
    guard case .direct(let file) = connection, !file.head.isLive else { return .station }
    return .file(file.head.mayHaveParts ? .byRanges : .inOrder)
  }

  /// True when all bytes up to the end of the file were received.
  var isComplete: Bool { position >= length }

  /// The request for the file from ``position`` on.
  var rest: StreamRequest {
    var rest = request
    rest.byteRange = position..<max(length, position + 1)
    return rest
  }

  /// True when `head` answers ``rest`` with exactly the requested part.
  func isContinued(by head: StreamHead) -> Bool {
    guard head.status == 206, let part = head.part else { return false }
    return part.start == position && part.total ?? length == length
  }

  /// Returns the transfer continued on `connection`, which was opened from the beginning and sends the same file; nil
  /// when it sends another file. The address may differ: some servers give an address that is valid for a limited time.
  func moved(to connection: StationConnection) -> FileTransfer? {
    guard case .direct(let file) = connection, !file.head.isLive, file.head.status == 200,
      file.head.contentLength == length, file.head.validator == validator
    else { return nil }
    var moved = self
    moved.request = file.request(for: 0..<1, validator: validator)
    return moved
  }
}
