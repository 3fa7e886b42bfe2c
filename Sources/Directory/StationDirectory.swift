public import Downloader
public import Stations
public import SystemSupport

/// A directory of stations, with a cache of its answers. A slow disk holds up a search for a second or two, and nothing
/// else.
public struct StationDirectory: Sendable {
  /// The outcome of a search.
  public struct Outcome: Sendable {
    /// The result of the search.
    public let finding: DirectoryFinding
    /// True when `finding` is from an earlier search.
    public let isCached: Bool
    /// Why the directory gave no answer, so that `finding` is from an earlier search; nil otherwise.
    public let failure: DirectoryError?
    /// The age of `finding` in seconds; nil when the clock was set back since.
    public let age: Int?
    /// Why the search could not be stored as the last one; nil when it was stored.
    public let memoryFault: SystemError?
    /// Where the words were found, or looked for in vain at last; nil for a search without words.
    public var foundIn: SearchWords.Place?
  }

  private let client: DirectoryClient
  private let cache: SearchCache
  private let limits: DirectoryLimits
  private let note: @Sendable (String) -> Void
  private let disk = DiskQueue(maximumWaiting: 8)

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
    self.limits = limits
    self.note = note
  }

  /// Returns the stations that match `query`. Uses a cached result of less than a day ago unless `refresh` is true.
  /// Otherwise asks the servers, and uses an older cached result when none answers.
  ///
  /// With `isLast` a result with stations counts as that of the last search, to which commands refer by number.
  ///
  /// Throws ``DirectoryError`` when there is neither an answer nor a cached result, and `CancellationError`.
  public func search(_ query: DirectoryQuery, refresh: Bool, isLast: Bool = true) async throws -> Outcome {
    let attempt = DirectoryAttempt(servers: client.servers, limit: limits.total)
    return try await search(query, refresh: refresh, isLast: isLast, attempt: attempt)
  }

  /// Returns at most `limit` stations that match `search`: those whose names contain the words, or, when there are
  /// none, those with the words as tags, for which there is one more request. Both share the time of one search.
  ///
  /// Throws `OptionError` for words that cannot be searched, and the errors of the other search.
  public func search(
    _ search: SearchWords, limit: Int, refresh: Bool, isLast: Bool = true
  ) async throws -> Outcome {
    let attempt = DirectoryAttempt(servers: client.servers, limit: limits.total)
    let query = try DirectoryQuery(search, limit: limit)
    var named = try await self.search(query, refresh: refresh, isLast: isLast, attempt: attempt)
    named.foundIn = search.words.isEmpty ? nil : .name
    // Words and tags may be too long together.
    guard named.finding.stations.isEmpty, !search.wordsAsTags.isEmpty,
      let query = try? DirectoryQuery(search, in: .tag, limit: limit)
    else { return named }
    do {
      var tagged = try await self.search(query, refresh: refresh, isLast: isLast, attempt: attempt)
      tagged.foundIn = .tag
      return tagged
    } catch let failure as DirectoryError {
      // An old result about names is better than none, and has its own reason.
      guard named.failure != nil else { throw failure }
      return named
    }
  }

  private func search(
    _ query: DirectoryQuery, refresh: Bool, isLast: Bool, attempt: DirectoryAttempt
  ) async throws -> Outcome {
    let key = client.servers.key + query.path
    let kept = await kept(key)
    if let kept, !refresh, cache.isFresh(kept) { return try await outcome(kept, isCached: true, isLast: isLast) }
    do {
      let (stations, host) = try await client.search(query, in: attempt)
      let finding = cache.finding(key: key, host: host, stations: stations)
      // A result that cannot be cached is still returned.
      if let fault = try await write(limit: limits.disk, { [cache] in try cache.keep(finding) }) {
        note("directory: \(fault)")
      }
      return try await outcome(finding, isCached: false, isLast: isLast)
    } catch let failure as DirectoryError {
      guard let kept else { throw failure }
      return try await outcome(kept, isCached: true, isLast: isLast, failure: failure)
    }
  }

  private func outcome(
    _ finding: DirectoryFinding, isCached: Bool, isLast: Bool, failure: DirectoryError? = nil
  ) async throws -> Outcome {
    // The numbers of a search that found something stay usable after one that found nothing.
    let isRemembered = isLast && !finding.stations.isEmpty
    let fault =
      isRemembered ? try await write(limit: limits.lastSearch) { [cache] in try cache.remember(finding) } : nil
    return Outcome(
      finding: finding, isCached: isCached, failure: failure, age: cache.age(of: finding), memoryFault: fault)
  }

  /// Returns the result of the search `key`; nil when it is not in the cache, or not read in time.
  private func kept(_ key: String) async -> DirectoryFinding? {
    try? await disk.run(limit: limits.disk) { [cache] in cache.finding(for: key) }
  }

  /// Writes to the cache. Returns why that failed; nil when it is done. Throws `CancellationError`.
  private func write(limit: Duration, _ work: @escaping @Sendable () throws -> Void) async throws -> SystemError? {
    do {
      try await disk.run(limit: limit, work)
      return nil
    } catch let fault as SystemError {
      return fault
    } catch is DiskQueue.QueueError {
      return .cannotWrite(path: cache.folder, reason: "the disk does not answer")
    }
  }
}
