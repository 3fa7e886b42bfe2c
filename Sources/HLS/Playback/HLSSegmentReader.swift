import AudioCore
import Downloader

/// Reads a segment, a byte range, or the rest of either, piece by piece. Nothing is read ahead.
struct HLSSegmentReader {
  /// The length of a request whose end is unknown, in bytes: more than any segment has.
  private static let plenty = 1 << 40

  /// The number of bytes received so far, before decryption; includes the bytes before `offset`.
  private(set) var taken: Int
  /// The size of the whole segment or range in bytes, if known.
  let size: Int?

  private let host: String
  private var connection: StreamConnection
  /// The number of bytes that the server sends before the first requested byte.
  private var surplus: Int
  /// The number of bytes that are still wanted; nil for all bytes up to the end.
  private var left: Int?

  /// Requests `range` of the body at the address of `request`, or the whole body, without the first `offset` bytes.
  /// `size` is the size from an earlier request. Throws ``TuneError`` or `CancellationError`.
  init(
    _ request: StreamRequest, range: Range<Int>?, offset: Int = 0, size: Int? = nil, downloader: Downloader
  ) async throws {
    var request = request
    let start = (range?.lowerBound ?? 0) + offset
    let count = (range?.count ?? size).map { max(0, $0 - offset) }
    if range != nil || offset > 0 { request.byteRange = start..<start + max(1, count ?? Self.plenty) }
    connection = try await downloader.open(request)
    host = request.url.host
    taken = offset
    left = count
    // A server without support for ranges sends the whole body.
    let first = connection.head.status == 206 ? Self.first(of: connection.head) ?? start : 0
    surplus = request.byteRange == nil ? 0 : start - first
    self.size = size ?? range?.count ?? (offset == 0 ? connection.head.contentLength : nil)
    guard surplus >= 0 else {
      await connection.close()
      throw TuneError.badAnswer(host: host, reason: "it sends other bytes than were asked for")
    }
  }

  /// How long the connection may pause between two reads of the socket.
  var pacing: ReadPacing { connection.pacing }

  /// Returns the next bytes, or nil at the end; an empty array when none of the new bytes were wanted. Throws
  /// ``TuneError`` or `CancellationError`.
  mutating func next() async throws -> [UInt8]? {
    if left == 0 { return nil }
    guard let chunks = try await connection.next() else {
      if left != nil { throw TuneError.connectionLost(host: host, reason: "a segment ended too early") }
      return nil
    }
    var wanted: [UInt8] = []
    for case .audio(let bytes) in chunks {
      let isWhole = surplus == 0 && bytes.count <= left ?? .max
      let piece = bytes.dropFirst(surplus).prefix(left ?? .max)
      surplus -= min(surplus, bytes.count)
      left = left.map { $0 - piece.count }
      if !wanted.isEmpty {
        wanted += piece
      } else if isWhole {
        wanted = bytes  // the array itself, without a copy
      } else {
        wanted = Array(piece)
      }
    }
    taken += wanted.count
    return wanted
  }

  /// Closes the connection.
  func close() async { await connection.close() }

  /// Returns the position of the first byte, for example 100 for `Content-Range: bytes 100-199/1000`.
  private static func first(of head: StreamHead) -> Int? {
    guard let value = head.headers.first(where: { $0.name.lowercased() == "content-range" })?.value else { return nil }
    return HLSNumber.integer(value.drop { !$0.isNumber }.prefix { $0.isNumber })
  }
}
