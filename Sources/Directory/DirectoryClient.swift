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

  /// Returns the stations that match `query`, and the host that answered. Throws ``DirectoryFailure`` or
  /// `CancellationError`.
  ///
  /// Anyone may enter a station in the public directory. Stations of this machine or of a private network are therefore
  /// dropped, unless the user chose a server that may name such hosts.
  func search(_ query: DirectoryQuery) async throws -> (stations: [DirectoryStation], host: String) {
    try await ask(query.path, maximumBytes: DirectoryAnswer.maximumBytes) { document throws(TuneError) in
      let host = document.head.url.host
      guard var stations = DirectoryAnswer.stations(in: document.bytes, limit: query.limit) else {
        throw .badAnswer(host: host, reason: "it is no list of stations")
      }
      if servers == .found || !document.follower.allowsLocalHosts { stations.removeAll { !$0.isPublic } }
      return (stations, host)
    }
  }

  /// Counts a click for the station that the directory calls `id`. Throws ``DirectoryFailure`` or `CancellationError`.
  func click(_ id: String) async throws {
    try await ask("/json/url/" + id, maximumBytes: Self.maximumClickBytes) { _ in }
  }

  private func ask<Answer: Sendable>(
    _ path: String, maximumBytes: Int, read: (Document) throws(TuneError) -> Answer
  ) async throws -> Answer {
    let deadline = ContinuousClock.now + limits.total
    let (urls, nameFault) = try await servers.choose()
    if let nameFault { note("directory: \(nameFault)") }
    var faults: [TuneError] = []
    for url in urls where deadline > .now {
      do {
        let target = try Self.target(path, at: url)
        note("directory: asking \(target.text)")
        let document = try await downloader.document(
          StreamRequest(url: target), maximumBytes: maximumBytes, within: min(limits.server, deadline - .now))
        guard document.head.url.isSecure || !url.isSecure else {
          throw TuneError.redirect(reason: "\(url.host) redirects to an address that is not secure")
        }
        return try read(document)
      } catch let error as TuneError {
        note("directory: \(DirectoryFailure.words(error))")
        faults.append(error)
      }
    }
    throw DirectoryFailure(names: nameFault, servers: faults)
  }

  /// Returns `path` below the root that `url` names.
  private static func target(_ path: String, at url: StreamURL) throws(TuneError) -> StreamURL {
    let root = url.pathAndQuery.hasSuffix("/") ? String(url.pathAndQuery.dropLast()) : url.pathAndQuery
    return try url.resolving(root + path)
  }
}

/// Why a directory gave no answer.
public struct DirectoryFailure: Error, Sendable, Equatable, CustomStringConvertible {
  /// What a server answered, else the first error, as a part of a sentence.
  let reason: String
  /// How many more servers failed.
  let others: Int

  /// One sentence for the user.
  public var description: String {
    let rest =
      others == 0 ? "" : others == 1 ? " (and another server failed, too)" : " (and \(others) more servers failed, too)"
    return "the station directory gives no answer: \(reason)\(rest)"
  }

  /// The failure of a search. `servers` are the errors of the servers in the order in which they were asked; `names` is
  /// the error of the lookup of their names, if any.
  package init(names: TuneError?, servers: [TuneError]) {
    let answer = servers.first(where: Self.isAnswer)
    reason = (answer ?? names ?? servers.first).map(Self.words) ?? "there was no time to ask a server"
    others = answer == nil && names != nil ? 0 : max(0, servers.count - 1)
  }

  /// True when `error` is an answer of a server: the server was found then, so an error of the name lookup does not
  /// matter.
  private static func isAnswer(_ error: TuneError) -> Bool {
    switch error {
    case .network(.status), .network(.serverFull), .network(.badAnswer): true
    default: false
    }
  }

  /// Returns `error` in words, with other wording where that for stations does not fit.
  static func words(_ error: TuneError) -> String {
    switch error {
    case .network(.status(let code, let host, let reason, _)):
      "\(host) says \(code)\(reason.isEmpty ? "" : " " + reason)"
    case .network(.serverFull(let host, _)): "\(host) is overloaded"
    case .network(.stalled(let host, let seconds)): "\(host) sent no whole answer within \(seconds) s"
    default: error.description
    }
  }
}

/// The time limits for a directory.
package struct DirectoryLimits: Sendable {
  /// For one server, from the lookup of its name to the last byte of its answer.
  package var server: Duration = .seconds(8)
  /// For all servers that are asked one after the other, and for finding them.
  package var total: Duration = .seconds(20)
  /// For a file of the cache, while a search waits for it.
  package var disk: Duration = .seconds(1)
  /// For the file of the last search, without which its numbers cannot be used. Another program may hold it for 5 s.
  package var lastSearch: Duration = .seconds(10)

  /// The limits for real servers.
  package init() {}
}
