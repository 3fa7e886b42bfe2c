import AudioCore
import Bytes
import Downloader

/// A playlist from a server. A fault in it is an error of the server, and the error names the address.
struct HLSDocument {
  /// The number of bytes that are read and parsed at a time.
  private static let pieceBytes = 64 << 10

  /// The address of the playlist, after redirects.
  let address: StreamURL
  /// The parsed playlist.
  let playlist: HLSPlaylist
  /// A request for an address that the playlist names. It counts the redirects so far, and the scopes of all servers
  /// that answered restrict which addresses it may reach.
  let follower: StreamRequest

  /// Fetches the playlist that `request` names, within `limit` from now. Throws ``TuneError`` or `CancellationError`.
  static func fetch(
    _ request: StreamRequest, by downloader: Downloader, within limit: Duration
  ) async throws -> HLSDocument {
    var request = request
    let deadline = ContinuousClock.now + limit
    request.timeLimit = min(request.timeLimit ?? limit, limit)
    request.wantsTitles = false
    request.keepsAlive = true
    var connection = try await downloader.open(request)
    let result: Result<HLSPlaylist, any Error>
    do {
      result = .success(try await read(&connection, until: deadline))
    } catch {
      result = .failure(error)
    }
    await connection.close()
    let playlist = try result.get()
    request.follow(connection)
    return HLSDocument(address: connection.head.url, playlist: playlist, follower: request)
  }

  /// Reads the body of `connection` as a playlist, piece by piece, until `deadline`. Throws ``TuneError`` or
  /// `CancellationError`.
  static func read(
    _ connection: inout StreamConnection, until deadline: ContinuousClock.Instant
  ) async throws -> HLSPlaylist {
    let (start, address) = (connection.openedAt, connection.head.url)
    var parser = HLSPlaylistParser()
    while true {
      // `next()` has no time limit, so `peek` reads the bytes with one; `next()` then returns them.
      let isAtEnd = try await connection.peek(pieceBytes, limit: deadline - start, deadline: deadline).isEmpty
      guard ContinuousClock.now < deadline else {
        throw TuneError.stalled(host: address.host, afterSeconds: max(1, Int((deadline - start).components.seconds)))
      }
      if isAtEnd { break }
      for case .audio(let bytes) in try await connection.next() ?? [] {
        try naming(address) { () throws(HLSError) in try parser.feed(bytes) }
      }
    }
    return try naming(address) { () throws(HLSError) in try parser.finish() }
  }

  /// Parses `bytes`, which came from `address`.
  static func playlist(_ bytes: [UInt8], at address: StreamURL) throws(TuneError) -> HLSPlaylist {
    try naming(address) { () throws(HLSError) in try HLSPlaylist(bytes) }
  }

  /// Returns the playlist as a list of segments. Throws ``TuneError`` when it has none.
  func media() throws(TuneError) -> HLSMedia {
    guard case .media(let media) = playlist else {
      throw .badAnswer(host: address.host, reason: "the HLS playlist \(address.text) has no segments")
    }
    return media
  }

  /// Resolves `uri` against `base`. An invalid one is the server's fault.
  static func resolve(_ uri: String, from base: StreamURL) throws(TuneError) -> StreamURL {
    do {
      return try base.resolving(CleanText.singleLine(uri, limit: nil))
    } catch .network(.badURL(let target, let reason)) {
      throw .redirect(reason: "the HLS playlist \(base.text) names \(target): \(reason)")
    }
  }

  /// Returns the streams of `master` that can be played, the best first.
  static func choice(
    _ master: HLSMaster, of address: StreamURL, maximumKilobits: Int?
  ) throws(TuneError) -> HLSVariantChoice {
    do throws(HLSError) {
      return try HLSVariantChoice(master, maximumKilobits: maximumKilobits)
    } catch {
      throw .unsupported(source: address.text, kind: "HLS that \(error.reason)")
    }
  }

  private static func naming<Value>(
    _ address: StreamURL, _ read: () throws(HLSError) -> Value
  ) throws(TuneError) -> Value {
    do throws(HLSError) {
      return try read()
    } catch {
      throw .badAnswer(host: address.host, reason: "the HLS playlist \(address.text) \(error.reason)")
    }
  }
}
