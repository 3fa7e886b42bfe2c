import AudioCore
import Downloader

/// A directory of stations, and what is remembered of its answers.
public struct StationDirectory: Sendable {
  /// What a search came to.
  public struct Outcome: Sendable {
    /// What was found.
    public let finding: DirectoryFinding
    /// Why that is not of today: the directory gave no answer.
    public let failure: DirectoryFailure?
    /// How old it is, in seconds; nil when that cannot be told.
    public let age: Int?
    /// Why it could not be remembered as the last search; nil when it is.
    public let memoryFault: TuneError?
  }

  private let client: DirectoryClient
  private let cache: SearchCache
  private let note: @Sendable (String) -> Void

  /// A directory whose `servers` are asked by `downloader`; `note` is told what happens, in lines for a log.
  public init(
    downloader: Downloader, servers: DirectoryServers, cache: SearchCache, note: @escaping @Sendable (String) -> Void
  ) {
    self.init(downloader: downloader, servers: servers, cache: cache, limits: DirectoryLimits(), note: note)
  }

  /// The same with limits of one's own.
  package init(
    downloader: Downloader, servers: DirectoryServers, cache: SearchCache, limits: DirectoryLimits,
    note: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    client = DirectoryClient(downloader: downloader, servers: servers, limits: limits, note: note)
    self.cache = cache
    self.note = note
  }

  /// The stations that fit `query`: those that were found within a day, unless `refresh` is true, else those that a server
  /// names now, else, when none answers, those that were found earlier.
  ///
  /// Throws ``DirectoryFailure`` when there is no answer at all, and `CancellationError`.
  public func search(_ query: DirectoryQuery, refresh: Bool) async throws -> Outcome {
    let key = client.servers.key + query.path
    let kept = cache.finding(for: key)
    if let kept, !refresh, cache.isFresh(kept) { return outcome(kept) }
    do {
      let (stations, host) = try await client.search(query)
      let finding = cache.finding(key: key, host: host, stations: stations)
      // A search that cannot be kept is a search all the same.
      do throws(TuneError) { try cache.keep(finding) } catch { note("directory: \(error)") }
      return outcome(finding)
    } catch let failure as DirectoryFailure {
      guard let kept else { throw failure }
      return outcome(kept, failure: failure)
    }
  }

  private func outcome(_ finding: DirectoryFinding, failure: DirectoryFailure? = nil) -> Outcome {
    var fault: TuneError?
    do throws(TuneError) { try cache.remember(finding) } catch { fault = error }
    return Outcome(finding: finding, failure: failure, age: cache.age(of: finding), memoryFault: fault)
  }
}
