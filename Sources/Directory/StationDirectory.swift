import AudioCore
import Downloader

/// A directory of stations, with a cache of its answers.
public struct StationDirectory: Sendable {
  /// The outcome of a search.
  public struct Outcome: Sendable {
    /// The result of the search.
    public let finding: DirectoryFinding
    /// True when `finding` is from an earlier search.
    public let isCached: Bool
    /// Why the directory gave no answer, so that `finding` is from an earlier search; nil otherwise.
    public let failure: DirectoryFailure?
    /// The age of `finding` in seconds; nil when the clock was set back since.
    public let age: Int?
    /// Why the search could not be stored as the last one; nil when it was stored.
    public let memoryFault: TuneError?
  }

  private let client: DirectoryClient
  private let cache: SearchCache
  private let note: @Sendable (String) -> Void

  /// A directory at `servers`. `downloader` sends the requests; `note` receives log lines.
  public init(
    downloader: Downloader, servers: DirectoryServers, cache: SearchCache, note: @escaping @Sendable (String) -> Void
  ) {
    self.init(downloader: downloader, servers: servers, cache: cache, limits: DirectoryLimits(), note: note)
  }

  /// A directory with other time limits.
  package init(
    downloader: Downloader, servers: DirectoryServers, cache: SearchCache, limits: DirectoryLimits,
    note: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    client = DirectoryClient(downloader: downloader, servers: servers, limits: limits, note: note)
    self.cache = cache
    self.note = note
  }

  /// Returns the stations that match `query`. Uses a cached result of less than a day ago unless `refresh` is true.
  /// Otherwise asks the servers, and uses an older cached result when none answers.
  ///
  /// With `isLast` the result counts as that of the last search, to which commands refer by number.
  ///
  /// Throws ``DirectoryFailure`` when there is neither an answer nor a cached result, and `CancellationError`.
  public func search(_ query: DirectoryQuery, refresh: Bool, isLast: Bool = true) async throws -> Outcome {
    let key = client.servers.key + query.path
    let kept = cache.finding(for: key)
    if let kept, !refresh, cache.isFresh(kept) { return outcome(kept, isCached: true, isLast: isLast) }
    do {
      let (stations, host) = try await client.search(query)
      let finding = cache.finding(key: key, host: host, stations: stations)
      // A result that cannot be cached is still returned.
      do throws(TuneError) { try cache.keep(finding) } catch { note("directory: \(error)") }
      return outcome(finding, isCached: false, isLast: isLast)
    } catch let failure as DirectoryFailure {
      guard let kept else { throw failure }
      return outcome(kept, isCached: true, isLast: isLast, failure: failure)
    }
  }

  private func outcome(
    _ finding: DirectoryFinding, isCached: Bool, isLast: Bool, failure: DirectoryFailure? = nil
  ) -> Outcome {
    var fault: TuneError?
    do throws(TuneError) { if isLast { try cache.remember(finding) } } catch { fault = error }
    return Outcome(
      finding: finding, isCached: isCached, failure: failure, age: cache.age(of: finding), memoryFault: fault)
  }
}
