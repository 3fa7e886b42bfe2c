import AudioCore
import Downloader
import HLS
import Stations

/// Finds the stream behind an address: follows playlists, by their content as much as by their type, within bounds, and joins the
/// segments of HTTP Live Streaming.
public struct StreamOpener: Sendable {
  /// Playlists inside playlists that are followed.
  static let maximumDepth = 3
  private let downloader: Downloader
  /// What a stream may take where there is a choice, in kbit/s; nil for the best.
  let maximumKilobits: Int?

  /// An opener that fetches by `downloader`. Of streams in several qualities it takes the best with at most `maximumKilobits` kbit/s.
  public init(downloader: Downloader, maximumKilobits: Int? = nil) {
    self.downloader = downloader
    self.maximumKilobits = maximumKilobits
  }

  /// The thread of the sockets, for tasks that only take what comes from them.
  var executor: EventLoopExecutor { downloader.executor }

  /// Opens `request`. Throws ``TuneError`` or `CancellationError`.
  public func open(_ request: StreamRequest) async throws -> StationConnection {
    var search = PlaylistSearch()
    return try await open(request, path: ListPath(), deadline: nil, search: &search)
  }

  /// The playlists that led to an address.
  private struct ListPath {
    var depth = 0
    var addresses: Set<String> = []
  }

  /// Opens `request`, which the last list of `path` named, until `deadline`.
  private func open(
    _ request: StreamRequest, path: ListPath, deadline: ContinuousClock.Instant?, search: inout PlaylistSearch
  ) async throws -> StationConnection {
    var request = request
    request.timeLimit = deadline.map { max(.zero, $0 - .now) }
    var connection = try await downloader.open(request)
    let url = connection.head.url
    let kind: Playlist.Kind?
    let isWebPage: Bool
    do {
      let start = try await connection.peek(
        Playlist.prefixBytes, limit: AudioSupply.firstPacketLimit, deadline: deadline)
      kind = Playlist.recognize(contentType: connection.head.contentType, url: url.text, prefix: start)
      isWebPage = Self.looksLikeWebPage(start)
      if start.isEmpty, path.depth > 0 {  // the next entry may have something to say
        throw TuneError.notAudio(source: url.text, found: "nothing")
      }
    } catch {
      await connection.close()
      throw error
    }
    if let kind {
      search.foundPlaylist()
      let limit = deadline.map { min($0, search.deadline) } ?? search.deadline
      let bytes = await playlistBytes(
        of: &connection, maximum: kind == .hls ? HLSPlaylist.maximumBytes : Playlist.maximumBytes, deadline: limit)
      request.follow(connection)
      if Playlist.isHLS(try bytes.get(), kind: kind) {
        return .segments(
          try await HLSConnection.open(
            try bytes.get(), head: connection.head, request: request, downloader: downloader,
            maximumKilobits: maximumKilobits, deadline: limit, moreHopeful: ReconnectPolicy.moreHopeful))
      }
      let inner = ListPath(depth: path.depth + 1, addresses: path.addresses.union([request.url.text, url.text]))
      guard inner.depth <= Self.maximumDepth else {
        throw TuneError.redirect(reason: "playlists inside playlists, more than \(Self.maximumDepth) deep")
      }
      return try await open(
        anyOf: try Playlist.parse(try bytes.get(), kind: kind, base: url.text), from: url, request: request,
        path: inner, deadline: limit, search: &search)
    }
    if request.url.pathAndQuery == "/", isWebPage, path.depth == 0 {
      // SHOUTcast shows browsers a page at "/" and keeps the stream at "/;".
      await connection.close()
      var second = request
      second.follow(connection)
      second.url = try url.resolving("/;")
      do {
        return try await open(second, path: path, deadline: deadline, search: &search)
      } catch is TuneError {
        throw TuneError.notAudio(source: request.url.text, found: "an HTML page")
      }
    }
    return .direct(connection)
  }

  /// Opens the first of `entries` that can be; the list at `base` named them. When all fail, the most hopeful failure counts.
  private func open(
    anyOf entries: [Playlist.Entry], from base: StreamURL, request: StreamRequest, path: ListPath,
    deadline: ContinuousClock.Instant, search: inout PlaylistSearch
  ) async throws -> StationConnection {
    var failure: TuneError?
    for (index, entry) in entries.enumerated() {
      if let bound = search.bound(at: base) { throw failure ?? bound }
      guard ContinuousClock.now < deadline else { throw failure ?? search.tookTooLong(at: base) }
      do {
        var next = request
        next.url = try Self.address(of: entry, in: base)
        if path.addresses.contains(next.url.text) {
          throw TuneError.redirect(reason: "the playlists of \(next.url.text) go in a circle")
        }
        guard search.visit(next.url.text) else { continue }
        let trial = PlaylistSearch.trialDeadline(until: deadline, isLast: index == entries.count - 1)
        return try await open(next, path: path, deadline: trial, search: &search)
      } catch let error as TuneError {
        failure = ReconnectPolicy.moreHopeful(failure, error)
      }
    }
    throw failure ?? TuneError.emptyPlaylist(base.text)
  }

  /// The address that `entry` of the playlist at `list` means. What makes no sense is the server's fault, and may pass.
  private static func address(of entry: Playlist.Entry, in list: StreamURL) throws(TuneError) -> StreamURL {
    do {
      return try list.resolving(entry.url)
    } catch .badURL(let target, let reason) {
      throw .redirect(reason: "the playlist \(list.text) names \(target): \(reason)")
    }
  }

  /// Reads the whole playlist, of at most `maximum` bytes, and closes its connection.
  private func playlistBytes(
    of connection: inout StreamConnection, maximum: Int, deadline: ContinuousClock.Instant
  ) async -> Result<[UInt8], any Error> {
    let url = connection.head.url
    let result: Result<[UInt8], any Error>
    do {
      let bytes = try await connection.peek(maximum + 1, limit: PlaylistSearch.limit, deadline: deadline)
      guard bytes.count <= maximum else {
        throw TuneError.redirect(reason: "the playlist \(url.text) is longer than \(maximum >> 10) KiB")
      }
      result = .success(bytes)
    } catch {
      result = .failure(error)
    }
    await connection.close()
    return result
  }

  private static func looksLikeWebPage(_ start: [UInt8]) -> Bool {
    let text = String(decoding: start, as: UTF8.self).lowercased().drop { $0.isWhitespace }
    return text.hasPrefix("<!doctype html") || text.hasPrefix("<html") || text.hasPrefix("<head")
  }
}
