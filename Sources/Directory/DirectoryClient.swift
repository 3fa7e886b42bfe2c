import AudioCore
import Downloader

/// Sends a request to the servers of a directory, one after the other, until one answers.
struct DirectoryClient: Sendable {
  /// Longest answer to a click, in bytes.
  private static let maximumClickBytes = 64 << 10

  let downloader: Downloader
  let servers: DirectoryServers
  var limits = DirectoryLimits()
  /// Receives log lines.
  let note: @Sendable (String) -> Void

  /// Returns the stations that match `query`, and the host that answered, with the servers and in the time of `attempt`.
  /// Throws ``DirectoryError`` or `CancellationError`.
  ///
  /// Anyone may enter a station in the public directory. Stations of this machine or of a private network are therefore
  /// dropped, unless the user chose a server that may name such hosts.
  func search(
    _ query: DirectoryQuery, in attempt: DirectoryAttempt
  ) async throws -> (stations: [DirectoryStation], host: String) {
    try await ask(query.path, in: attempt, maximumBytes: DirectoryAnswer.maximumBytes) { document throws(TuneError) in
      let host = document.head.url.host
      guard var stations = DirectoryAnswer.stations(in: document.bytes, limit: query.limit) else {
        throw .badAnswer(host: host, reason: "it is not a list of stations")
      }
      if servers == .found || !document.follower.allowsLocalHosts { stations.removeAll { !$0.isPublic } }
      return (stations, host)
    }
  }

  /// Counts a click for the station that the directory calls `id`. Throws ``DirectoryError`` or `CancellationError`.
  func click(_ id: String) async throws {
    let attempt = DirectoryAttempt(servers: servers, limit: limits.total)
    try await ask("/json/url/" + id, in: attempt, maximumBytes: Self.maximumClickBytes) { _ in }
  }

  private func ask<Answer: Sendable>(
    _ path: String, in attempt: DirectoryAttempt, maximumBytes: Int,
    read: (Document) throws(TuneError) -> Answer
  ) async throws -> Answer {
    let (urls, nameFault, isNew) = try await attempt.servers()
    if isNew, let nameFault { note("directory: \(nameFault)") }
    var faults: [TuneError] = []
    for url in urls where attempt.timeLeft > .zero {
      do {
        let target = try Self.target(path, at: url)
        note("directory: asking \(target.text)")
        let document = try await downloader.document(
          StreamRequest(url: target), maximumBytes: maximumBytes, within: min(limits.server, attempt.timeLeft))
        guard document.head.url.isSecure || !url.isSecure else {
          throw TuneError.redirect(reason: "\(url.host) redirects to an address that is not secure")
        }
        return try read(document)
      } catch let error as TuneError {
        note("directory: \(DirectoryError.words(error))")
        faults.append(error)
      }
    }
    throw DirectoryError(names: nameFault, servers: faults)
  }

  /// Returns `path` below the root that `url` names.
  private static func target(_ path: String, at url: StreamURL) throws(TuneError) -> StreamURL {
    let root = url.pathAndQuery.hasSuffix("/") ? String(url.pathAndQuery.dropLast()) : url.pathAndQuery
    return try url.resolving(root + path)
  }
}
