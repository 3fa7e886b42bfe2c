import AudioCore
import Downloader

/// A playlist that a server sent; what is wrong with it is the server's fault, and named with its address.
struct HLSDocument {
  /// Bytes that are looked at in one go.
  private static let pieceBytes = 64 << 10

  /// Where it was found, after redirects.
  let address: StreamURL
  /// What it says.
  let playlist: HLSPlaylist
  /// A request for an address that it names: it counts the redirects on the way here, and is bounded by who answered.
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

  /// Reads what `connection` sends as a playlist, as it comes, until `deadline`. Throws ``TuneError`` or
  /// `CancellationError`.
  static func read(
    _ connection: inout StreamConnection, until deadline: ContinuousClock.Instant
  ) async throws -> HLSPlaylist {
    let (start, address) = (connection.openedAt, connection.head.url)
    var parser = HLSPlaylistParser()
    while true {
      // A look has a time limit, which the next read takes over.
      let isAtEnd = try await connection.peek(pieceBytes, limit: deadline - start, deadline: deadline).isEmpty
      guard ContinuousClock.now < deadline else {
        throw TuneError.stalled(host: address.host, afterSeconds: max(1, Int((deadline - start).components.seconds)))
      }
      if isAtEnd { break }
      for case .audio(let bytes) in try await connection.next() ?? [] {
        try naming(address) { () throws(HLSFault) in try parser.feed(bytes) }
      }
    }
    return try naming(address) { () throws(HLSFault) in try parser.finish() }
  }

  /// The playlist that these bytes are, which came from `address`.
  static func playlist(_ bytes: [UInt8], at address: StreamURL) throws(TuneError) -> HLSPlaylist {
    try naming(address) { () throws(HLSFault) in try HLSPlaylist(bytes) }
  }

  /// The segments that it names.
  func media() throws(TuneError) -> HLSMedia {
    guard case .media(let media) = playlist else {
      throw .badAnswer(host: address.host, reason: "the HLS playlist \(address.text) has no segments")
    }
    return media
  }

  /// The address that `uri` means. What makes no sense is the server's fault.
  static func resolve(_ uri: String, from base: StreamURL) throws(TuneError) -> StreamURL {
    do {
      return try base.resolving(CleanText.singleLine(uri, limit: nil))
    } catch .badURL(let target, let reason) {
      throw .redirect(reason: "the HLS playlist \(base.text) names \(target): \(reason)")
    }
  }

  /// What is to be heard of `master`.
  static func choice(
    _ master: HLSMaster, of address: StreamURL, maximumKilobits: Int?
  ) throws(TuneError) -> HLSVariantChoice {
    do throws(HLSFault) {
      return try HLSVariantChoice(master, maximumKilobits: maximumKilobits)
    } catch {
      throw .unsupported(source: address.text, kind: "HLS that \(error.reason)")
    }
  }

  private static func naming<Value>(
    _ address: StreamURL, _ read: () throws(HLSFault) -> Value
  ) throws(TuneError) -> Value {
    do throws(HLSFault) {
      return try read()
    } catch {
      throw .badAnswer(host: address.host, reason: "the HLS playlist \(address.text) \(error.reason)")
    }
  }
}
