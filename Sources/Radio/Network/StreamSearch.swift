import AudioCore
import Downloader
import HLS
import Stations

/// Finds the streams behind an address one by one: follows playlists, by their content as much as by their type, within
/// bounds, and joins the segments of HTTP Live Streaming.
///
/// A stream that gives no sound gives way to the next one: ask for that with ``next()`` after ``gaveNoSound(_:)``.
package struct StreamSearch {
  /// Playlists inside playlists that are followed.
  static let maximumDepth = 3

  /// The playlists that led to an address.
  private struct ListPath {
    var depth = 0
    var addresses: Set<String> = []
  }

  /// What is still to be tried.
  private enum Pending {
    /// The station's own address.
    case station(StreamRequest)
    /// What lies at `/;` of a SHOUTcast server that shows a page at its address.
    case behindPage(StreamRequest, page: StreamURL)
    /// An entry of a list, until `deadline` by the search's clock.
    case entry(Playlist.Entry, List)
    /// The streams of an HLS playlist, until `deadline`.
    case variants(HLSOffer, deadline: PlaylistSearch.Instant, address: StreamURL)
  }

  /// The list that an entry is in, or the last one on the way to an address.
  private struct List {
    var base: StreamURL
    var request: StreamRequest
    var path: ListPath
    var deadline: PlaylistSearch.Instant
    var isLast = false
  }

  private let downloader: Downloader
  private let maximumKilobits: Int?
  /// Addresses that gave no sound before: among their like they are tried last.
  package private(set) var silent: SilentAddresses
  /// What is still to be tried; the last one comes first.
  private var pending: [Pending]
  private var bounds = PlaylistSearch()
  /// The most hopeful failure so far.
  private var failure: TuneError?
  /// The address of what was opened last, as a playlist names it.
  private var current: StreamURL?

  init(_ request: StreamRequest, downloader: Downloader, maximumKilobits: Int?, silent: SilentAddresses) {
    self.downloader = downloader
    self.maximumKilobits = maximumKilobits
    self.silent = silent
    pending = [.station(request)]
  }

  /// False when what was opened last is all there is.
  package var hasMore: Bool { !pending.isEmpty }

  /// True while what failed was an answer of the station's own address, and not of something that a playlist names.
  package var isOwnAnswer: Bool { !bounds.hasFoundPlaylist }

  /// How long the stream that was opened last has for its first packet of sound: less where entries of a list wait to
  /// be tried, which may be of other servers than a slow one.
  package var listeningTime: Duration {
    if case .entry = pending.last { return bounds.listeningTime(othersWait: true) }
    return bounds.listeningTime(othersWait: false)
  }

  /// Opens the next stream. Throws ``TuneError``, the most hopeful of all failures, when none is left, or
  /// `CancellationError`.
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

  /// The stream that was opened last gave no sound, for this reason. True when another one is to be tried.
  package mutating func gaveNoSound(_ error: TuneError) -> Bool {
    failure = ReconnectPolicy.moreHopeful(failure, error)
    if let current { silent.note(current, hasSound: false) }
    if !bounds.endListening() { pending = Array(pending.prefix(1)) }
    return hasMore
  }

  /// The stream that was opened last gives sound.
  package mutating func gaveSound() {
    if let current { silent.note(current, hasSound: true) }
  }

  /// Why none of the streams gave sound: the most hopeful failure; nil when nothing failed.
  package var reason: TuneError? { failure }

  // MARK: - One step

  /// Opens `next`; nil when it is a playlist, or nothing that has to be tried.
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

  /// The address that `entry` of the playlist at `list` means. What makes no sense is the server's fault, and may pass.
  private static func address(of entry: Playlist.Entry, in list: StreamURL) throws(TuneError) -> StreamURL {
    do {
      return try list.resolving(entry.url)
    } catch .badURL(let target, let reason) {
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
      if start.isEmpty, path.depth > 0 {  // the next entry may have something to say
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
      // SHOUTcast shows browsers a page at "/" and keeps the stream at "/;".
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

  /// Reads the playlist that `connection` sends, closes it, and notes what it names as what comes next.
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
