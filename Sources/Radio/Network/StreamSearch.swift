package import AudioCore
import Downloader
import HLS
import Stations

/// Finds the streams behind an address one by one. Follows playlists, recognized by content as well as by type, within
/// bounds, and joins the segments of HTTP Live Streaming.
///
/// When a stream gives no sound, call ``gaveNoSound(_:)`` and then ``next()`` for the next stream.
package struct StreamSearch {
  /// The maximum depth of playlists inside playlists.
  static let maximumDepth = 3

  /// The playlists that led to an address.
  private struct ListPath {
    var depth = 0
    var addresses: Set<String> = []
  }

  /// A candidate that was not tried yet.
  private enum Pending {
    /// The station's own address.
    case station(StreamRequest)
    /// The address `/;` of a SHOUTcast server that shows a web page at the given address.
    case behindPage(StreamRequest, page: StreamURL)
    /// An entry of a list, until the list's `deadline` by the search's clock.
    case entry(Playlist.Entry, List)
    /// The streams of an HLS playlist, until `deadline`.
    case variants(HLSOffer, deadline: PlaylistSearch.Instant, address: StreamURL)
  }

  /// The list that contains an entry, or the last list that led to an address.
  private struct List {
    var base: StreamURL
    var request: StreamRequest
    var path: ListPath
    var deadline: PlaylistSearch.Instant
    var isLast = false
  }

  private let downloader: Downloader
  private let maximumKilobits: Int?
  /// Addresses that gave no sound before; they are tried after the others of the same playlist.
  package private(set) var silent: SilentAddresses
  /// The candidates, in reverse order: the last one is tried first.
  private var pending: [Pending]
  private var bounds = PlaylistSearch()
  /// The failure with the best prospects so far.
  private var failure: TuneError?
  /// The address that was opened last, as a playlist names it.
  private var current: StreamURL?

  init(_ request: StreamRequest, downloader: Downloader, maximumKilobits: Int?, silent: SilentAddresses) {
    self.downloader = downloader
    self.maximumKilobits = maximumKilobits
    self.silent = silent
    pending = [.station(request)]
  }

  /// True when there are candidates after the stream that was opened last.
  package var hasMore: Bool { !pending.isEmpty }

  /// True while failures are answers of the station's own address, and not of an address that a playlist names.
  package var isOwnAnswer: Bool { !bounds.hasFoundPlaylist }

  /// The time limit of the stream that was opened last for its first packet of sound. It is shorter when further
  /// entries of a list wait to be tried: they may be on other, faster servers.
  package var listeningTime: Duration {
    if case .entry = pending.last { return bounds.listeningTime(othersWait: true) }
    return bounds.listeningTime(othersWait: false)
  }

  /// Opens the next stream. When none is left, throws the ``TuneError`` with the best prospects of all failures. Also
  /// throws `CancellationError`.
  package mutating func next() async throws -> StationConnection {
    while let next = pending.popLast() {
      do {
        guard let connection = try await open(next) else { continue }
        bounds.beginListening()
        return connection
      } catch let error as TuneError {
        failure = ReconnectPolicy.moreHopeful(failure, error)
      }
    }
    throw failure ?? .connectionLost(host: current?.host ?? "", reason: "nothing is left to be tried")
  }

  /// Notes that the stream that was opened last gave no sound, for this reason. Returns true when there is another
  /// candidate.
  package mutating func gaveNoSound(_ error: TuneError) -> Bool {
    failure = ReconnectPolicy.moreHopeful(failure, error)
    if let current { silent.record(current, hasSound: false) }
    if !bounds.endListening() { pending = Array(pending.prefix(1)) }
    return hasMore
  }

  /// Notes that the stream that was opened last gives sound.
  package mutating func gaveSound() {
    if let current { silent.record(current, hasSound: true) }
  }

  /// Why no stream gave sound: the failure with the best prospects; nil when nothing failed.
  package var reason: TuneError? { failure }

  // MARK: - One step

  /// Opens `next`; nil when it is a playlist, or there is no need to try it.
  private mutating func open(_ next: Pending) async throws -> StationConnection? {
    switch next {
    case .station(let request):
      return try await open(request, path: ListPath(), deadline: nil)
    case .behindPage(let request, let page):
      do {
        return try await open(request, path: ListPath(), deadline: nil)
      } catch is TuneError {
        throw TuneError.notAudio(source: page.text, found: "an HTML page")
      }
    case .entry(let entry, let list):
      return try await open(entry, of: list)
    case .variants(var offer, let deadline, let address):
      guard bounds.now < deadline else {
        if failure == nil { throw bounds.tookTooLong(at: address) }
        return nil
      }
      defer { if offer.hasMore { pending.append(.variants(offer, deadline: deadline, address: address)) } }
      let connection = try await offer.next(until: bounds.moment(deadline))
      current = offer.address
      return connection.map { .segments($0) }
    }
  }

  private mutating func open(_ entry: Playlist.Entry, of list: List) async throws -> StationConnection? {
    if let bound = bounds.bound(at: list.base) {
      pending = []
      throw failure ?? bound
    }
    guard bounds.now < list.deadline else {
      if failure == nil { throw bounds.tookTooLong(at: list.base) }
      return nil
    }
    var next = list.request
    next.url = try Self.address(of: entry, in: list.base)
    if list.path.addresses.contains(next.url.text) {
      throw TuneError.redirect(reason: "the playlists of \(next.url.text) go in a circle")
    }
    guard bounds.visit(next.url.text) else { return nil }
    let trial = bounds.trialDeadline(until: list.deadline, isLast: list.isLast)
    return try await open(next, path: list.path, deadline: trial)
  }

  /// Returns the address of `entry` in the playlist at `list`. An invalid address is an error of the server, and may be
  /// temporary.
  private static func address(of entry: Playlist.Entry, in list: StreamURL) throws(TuneError) -> StreamURL {
    do {
      return try list.resolving(entry.url)
    } catch .network(.badURL(let target, let reason)) {
      throw .redirect(reason: "the playlist \(list.text) names \(target): \(reason)")
    }
  }

  /// Opens `request`, which the last list of `path` named, until `deadline` by the search's clock; nil when it is a
  /// playlist.
  private mutating func open(
    _ request: StreamRequest, path: ListPath, deadline: PlaylistSearch.Instant?
  ) async throws -> StationConnection? {
    var request = request
    request.timeLimit = deadline.map { max(.zero, $0 - bounds.now) }
    var connection = try await downloader.open(request)
    let url = connection.head.url
    let kind: Playlist.Kind?
    let isWebPage: Bool
    do {
      let start = try await connection.peek(
        Playlist.prefixBytes, limit: StallDetector.firstPacketLimit, deadline: deadline.map(bounds.moment))
      kind = Playlist.recognize(contentType: connection.head.contentType, url: url.text, prefix: start)
      isWebPage = Self.looksLikeWebPage(start)
      if start.isEmpty, path.depth > 0 {  // the next entry may have content
        throw TuneError.notAudio(source: url.text, found: "nothing")
      }
    } catch {
      await connection.close()
      throw error
    }
    if let kind {
      bounds.foundPlaylist()
      let limit = deadline.map { min($0, bounds.deadline) } ?? bounds.deadline
      try await follow(connection, kind: kind, request: request, path: path, deadline: limit)
      return nil
    }
    if request.url.pathAndQuery == "/", isWebPage, path.depth == 0 {
      // A SHOUTcast server shows browsers a page at "/" and serves the stream at "/;".
      await connection.close()
      var second = request
      second.follow(connection)
      second.url = try url.resolving("/;")
      pending.append(.behindPage(second, page: request.url))
      return nil
    }
    current = request.url
    return .direct(connection)
  }

  /// Reads the playlist that `connection` sends, closes the connection, and adds the entries as the next candidates.
  private mutating func follow(
    _ connection: StreamConnection, kind: Playlist.Kind, request: StreamRequest, path: ListPath,
    deadline: PlaylistSearch.Instant
  ) async throws {
    var (connection, request) = (connection, request)
    let url = connection.head.url
    let isSilent = { [silent] in silent.contains($0) }
    request.follow(connection)
    if kind == .hls {
      let offer = try await HLSOffer.read(
        &connection, request: request, downloader: downloader, maximumKilobits: maximumKilobits,
        until: bounds.moment(deadline), isSilent: isSilent)
      return pending.append(.variants(offer, deadline: deadline, address: url))
    }
    let bytes = try await playlistBytes(of: &connection, deadline: bounds.moment(deadline))
    if Playlist.isHLS(bytes, kind: kind) {
      let offer = try HLSOffer(
        bytes, head: connection.head, request: request, downloader: downloader, maximumKilobits: maximumKilobits,
        isSilent: isSilent)
      return pending.append(.variants(offer, deadline: deadline, address: url))
    }
    let inner = ListPath(depth: path.depth + 1, addresses: path.addresses.union([request.url.text, url.text]))
    guard inner.depth <= Self.maximumDepth else {
      throw TuneError.redirect(reason: "playlists inside playlists, more than \(Self.maximumDepth) deep")
    }
    let entries = try Playlist.parse(bytes, kind: kind, base: url.text)
    func wasSilent(_ entry: Playlist.Entry) -> Bool { (try? url.resolving(entry.url)).map(isSilent) ?? false }
    let ordered = entries.filter { !wasSilent($0) } + entries.filter(wasSilent)
    var list = List(base: url, request: request, path: inner, deadline: deadline)
    for (index, entry) in ordered.enumerated().reversed() {
      list.isLast = index == ordered.count - 1
      pending.append(.entry(entry, list))
    }
  }

  /// Reads the whole playlist, of at most ``Playlist/maximumBytes``, and closes its connection.
  private func playlistBytes(
    of connection: inout StreamConnection, deadline: ContinuousClock.Instant
  ) async throws -> [UInt8] {
    let url = connection.head.url
    let result: Result<[UInt8], any Error>
    do {
      let bytes = try await connection.peek(
        Playlist.maximumBytes + 1, limit: PlaylistSearch.limit, deadline: deadline)
      guard bytes.count <= Playlist.maximumBytes else {
        throw TuneError.redirect(reason: "the playlist \(url.text) is longer than \(Playlist.maximumBytes >> 10) KiB")
      }
      result = .success(bytes)
    } catch {
      result = .failure(error)
    }
    await connection.close()
    return try result.get()
  }

  private static func looksLikeWebPage(_ start: [UInt8]) -> Bool {
    let text = String(decoding: start, as: UTF8.self).lowercased().drop { $0.isWhitespace }
    return text.hasPrefix("<!doctype html") || text.hasPrefix("<html") || text.hasPrefix("<head")
  }
}
