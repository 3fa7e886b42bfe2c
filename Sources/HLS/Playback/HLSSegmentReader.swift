import AudioCore
import Downloader

/// Reads a segment, a part of a file, or the rest of either, as it comes. Nothing is read ahead.
struct HLSSegmentReader {
  /// Asked for when the end is not known: more than any segment has.
  private static let plenty = 1 << 40

  /// Bytes that were received, those before `offset` included, as they are on the server.
  private(set) var taken: Int
  /// Bytes of the whole, as far as is known.
  let size: Int?

  private let host: String
  private var connection: StreamConnection
  /// Bytes to come that nobody asked for.
  private var surplus: Int
  /// Bytes that are still wanted; nil for all there are.
  private var left: Int?

  /// Asks for `range` of what is at the address of `request`, or for all of it, without the first `offset` bytes. `size` is what was
  /// learnt of it before. Throws ``TuneError`` or `CancellationError`.
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
    // A server that knows no ranges sends all of it.
    let first = connection.head.status == 206 ? Self.first(of: connection.head) ?? start : 0
    surplus = request.byteRange == nil ? 0 : start - first
    self.size = size ?? range?.count ?? (offset == 0 ? connection.head.contentLength : nil)
    guard surplus >= 0 else {
      await connection.close()
      throw TuneError.badAnswer(host: host, reason: "it sends other bytes than were asked for")
    }
  }

  /// How long the socket may be left alone between two reads.
  var pacing: ReadPacing { connection.pacing }

  /// The next bytes, or nil at the end; empty when none were wanted of what came. Throws ``TuneError`` or `CancellationError`.
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
        wanted = bytes  // as it came, without a copy
      } else {
        wanted = Array(piece)
      }
    }
    taken += wanted.count
    return wanted
  }

  /// Closes the connection.
  func close() async { await connection.close() }

  /// The first byte that `Content-Range: bytes 100-199/1000` tells of.
  private static func first(of head: StreamHead) -> Int? {
    guard let value = head.headers.first(where: { $0.name.lowercased() == "content-range" })?.value else { return nil }
    return HLSNumber.integer(value.drop { !$0.isNumber }.prefix { $0.isNumber })
  }
}
