import AudioCore
import Downloader
import Stations

/// Finds the stream behind an address: follows playlists, by their content as much as by their type, within bounds.
public struct StreamOpener: Sendable {
  /// Playlists inside playlists that are followed.
  static let maximumDepth = 3
  /// Entries of all playlists of one address that are tried.
  static let maximumFetches = 64
  /// Time for all of it, from the first playlist on.
  static let resolutionLimit: Duration = .seconds(10)
  private let downloader: Downloader

  /// An opener that fetches by `downloader`.
  public init(downloader: Downloader) {
    self.downloader = downloader
  }

  /// The resolution of one address: what was visited, and since when.
  private struct Search {
    let start = ContinuousClock.now
    var visited: Set<String> = []
  }

  /// Opens `request`. Throws ``TuneError`` or `CancellationError`.
  public func open(_ request: StreamRequest) async throws
    -> StreamConnection
  {
    var search = Search()
    return try await open(request, depth: 0, search: &search)
  }

  private func open(
    _ request: StreamRequest, depth: Int, search: inout Search
  ) async throws -> StreamConnection {
    guard search.visited.insert(request.url.text).inserted else {
      throw TuneError.redirect(reason: "the playlists of \(request.url.text) go in a circle")
    }
    guard search.visited.count <= Self.maximumFetches else {
      throw TuneError.redirect(reason: "gave up after \(Self.maximumFetches) playlist entries")
    }
    var connection = try await downloader.open(request)
    let start: [UInt8]
    do {
      start = try await connection.peek(Playlist.prefixBytes, limit: StationFeed.firstPacketLimit)
    } catch {
      await connection.close()
      throw error
    }
    if let kind = Playlist.recognize(
      contentType: connection.head.contentType, url: connection.head.url.text, prefix: start)
    {
      let entries = await playlistEntries(of: &connection, kind: kind)
      return try await open(
        anyOf: try entries.get(), from: connection.head.url, request: request, depth: depth + 1, search: &search)
    }
    if request.url.pathAndQuery == "/", Self.looksLikeWebPage(start), depth == 0 {
      // SHOUTcast shows browsers a page at "/" and keeps the stream at "/;".
      await connection.close()
      var second = request
      second.url = try connection.head.url.resolving("/;")
      do {
        return try await open(second, depth: depth + 1, search: &search)
      } catch is TuneError {
        throw TuneError.notAudio(source: request.url.text, found: "an HTML page")
      }
    }
    return connection
  }

  private func open(
    anyOf entries: [Playlist.Entry], from base: StreamURL, request: StreamRequest, depth: Int, search: inout Search
  ) async throws -> StreamConnection {
    guard depth <= Self.maximumDepth else {
      throw TuneError.redirect(reason: "playlists inside playlists, more than \(Self.maximumDepth) deep")
    }
    var lastError: any Error = TuneError.emptyPlaylist(base.text)
    for entry in entries {
      guard ContinuousClock.now - search.start < Self.resolutionLimit else {
        throw TuneError.redirect(reason: "following the playlist \(base.text) took longer than 10 s")
      }
      do {
        var next = request
        next.url = try base.resolving(entry.url)
        if !base.isLocal { next.allowsLocalHosts = false }
        return try await open(next, depth: depth, search: &search)
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        lastError = error
      }
    }
    throw lastError
  }

  /// Reads the whole playlist and closes its connection.
  private func playlistEntries(
    of connection: inout StreamConnection, kind: Playlist.Kind
  ) async -> Result<[Playlist.Entry], any Error> {
    let url = connection.head.url
    let result: Result<[Playlist.Entry], any Error>
    do {
      let bytes = try await connection.peek(Playlist.maximumBytes + 1, limit: Self.resolutionLimit)
      guard bytes.count <= Playlist.maximumBytes else {
        throw TuneError.redirect(reason: "the playlist \(url.text) is longer than 256 KiB")
      }
      result = .success(try Playlist.parse(bytes, kind: kind, base: url.text))
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
