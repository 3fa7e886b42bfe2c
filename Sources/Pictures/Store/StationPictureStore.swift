import AudioCore
package import Downloader
package import Stations
import Synchronization
import SystemSupport

/// Fetches, decodes and keeps the pictures of stations in the form of `Content`, and only those that are asked for. What
/// is in the cache waits for no server.
package final class StationPictureStore<Content: PictureContent>: Sendable {
  private struct State {
    /// What is known; the cache is searched for what waits in it.
    var queue = PictureQueue<Content>(limits: Content.limits)
    /// What is not in the cache, or is old there; the newest last.
    var fetches: [PictureRequest] = []
    /// Set when the cache was searched for a request.
    var searches: [PictureRequest: OneShotEvent] = [:]
    var searcher: Task<Void, Never>?
    /// The tasks that fetch, by number.
    var fetchers: [Int: Task<Void, Never>] = [:]
    var readers: [Int: AsyncStream<String>.Continuation] = [:]
    var lastNumber = 0
    var isClosed = false

    mutating func nextNumber() -> Int {
      lastNumber += 1
      return lastNumber
    }
  }

  private let fetcher: PictureFetcher
  private let state = Mutex(State())

  /// A store that fetches with `downloader`, each picture within `fetchTime`; `note` receives log lines. The owner must
  /// ``close()`` it.
  package init(
    downloader: Downloader, cache: PictureCache, fetchTime: Duration = PictureFetcher.fetchTime,
    note: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    fetcher = PictureFetcher(downloader: downloader, cache: cache, fetchTime: fetchTime, note: note)
  }

  /// Returns what is known about the picture of `station`, and the search for it in the cache while that takes place.
  private func find(_ station: Station) -> (found: PictureLookup<Content>, search: OneShotEvent?) {
    if station.id == Station.demoID { return (.ready(.demo), nil) }
    guard let request = PictureRequest(station) else { return (.missing(""), nil) }
    return find(request)
  }

  private func find(_ request: PictureRequest) -> (found: PictureLookup<Content>, search: OneShotEvent?) {
    state.withLock { state in
      if state.isClosed { return (.missing("the program ends"), nil) }
      let found = state.queue.state(of: request, now: .now)
      if found == .loading, state.queue.waiting.last == request, state.searches[request] == nil {
        state.searches[request] = OneShotEvent()
        forgetDropped(&state)
      }
      if state.searcher == nil, !state.queue.waiting.isEmpty {
        state.searcher = Task(priority: .utility) { [weak self] in
          if let self { await self.search() }
        }
      }
      return (found, found == .loading ? state.searches[request] : nil)
    }
  }

  /// Ends the searches of requests that the queue has dropped.
  private func forgetDropped(_ state: inout State) {
    guard state.searches.count > Content.limits.waiting else { return }
    for (request, search) in state.searches where state.queue.known(request) == nil {
      search.set()
      state.searches[request] = nil
    }
  }

  /// Ends what is being fetched, and returns when it has ended. All pictures are missing then. Only the first call has
  /// an effect.
  package func close() async {
    let (tasks, readers, searches) = state.withLock { state in
      state.isClosed = true
      state.queue = PictureQueue(limits: Content.limits)
      state.fetches = []
      let tasks = Array(state.fetchers.values) + [state.searcher].compactMap(\.self)
      defer { (state.readers, state.searches) = ([:], [:]) }
      return (tasks, Array(state.readers.values), Array(state.searches.values))
    }
    for reader in readers { reader.finish() }
    for search in searches { search.set() }
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
  }

  // MARK: - The cache

  private func search() async {
    while let request = nextSearch() {
      var found: (found: FetchedPicture, isOld: Bool)?
      var fault: (any Error)?
      do {
        _ = try fetcher.url(of: request)
        found = try await fetcher.kept(request)
      } catch {
        fault = error
      }
      if let found {
        finish(request, .ready(Content(found.found)), fetches: found.isOld)
      } else if let fault {
        fail(request, fault)
      } else {
        finish(request, .loading, fetches: true)
      }
    }
  }

  private func nextSearch() -> PictureRequest? {
    state.withLock { state in
      let next = state.isClosed ? nil : state.queue.next()
      if next == nil { state.searcher = nil }
      return next
    }
  }

  // MARK: - The servers

  /// Fetches until nothing is left, as the fetcher of this number.
  private func fetch(_ number: Int) async {
    while let request = nextFetch(number) {
      do {
        finish(request, .ready(Content(try await fetcher.fetched(try fetcher.url(of: request), request))))
      } catch {
        fail(request, error)
      }
    }
  }

  private func nextFetch(_ number: Int) -> PictureRequest? {
    state.withLock { state in
      let next = state.isClosed ? nil : state.fetches.popLast()
      if next == nil { state.fetchers[number] = nil }
      return next
    }
  }

  // MARK: - Outcomes

  /// Notes that a picture cannot be had; one that is known stays.
  private func fail(_ request: PictureRequest, _ error: any Error) {
    let reason = error is CancellationError ? "" : PictureFetcher.words(error)
    if !reason.isEmpty { fetcher.report(reason, request) }
    finish(request, .missing(reason))
  }

  /// Stores what was found. `fetches` is true when the server is to be asked.
  private func finish(_ request: PictureRequest, _ found: PictureLookup<Content>, fetches: Bool = false) {
    let (search, readers) = state.withLock { state -> (OneShotEvent?, [AsyncStream<String>.Continuation]) in
      guard !state.isClosed else { return (nil, []) }
      let isNews = found.content != nil && found != state.queue.known(request)
      if found != .loading { state.queue.finish(request, found, now: .now) }
      if fetches { fetchLater(request, &state) }
      return (state.searches.removeValue(forKey: request), isNews ? Array(state.readers.values) : [])
    }
    search?.set()
    for reader in readers { reader.yield(request.address) }
  }

  private func fetchLater(_ request: PictureRequest, _ state: inout State) {
    guard !state.fetches.contains(request) else { return }
    state.fetches.append(request)
    if state.fetches.count > Content.limits.waiting {
      let dropped = state.fetches.removeFirst()
      if state.queue.known(dropped) == .loading { state.queue.forget(dropped) }
    }
    guard state.fetchers.count < Content.limits.fetches else { return }
    let number = state.nextNumber()
    state.fetchers[number] = Task(priority: .utility) { [weak self] in
      if let self { await self.fetch(number) }
    }
  }
}

extension StationPictureStore<PictureFile>: StationPictureFiles {
  /// The largest number of arrivals that a reader may leave for later.
  private static var maximumArrivals: Int { 256 }

  /// Returns at once what is known about the picture of `station`; see ``StationPictureFiles/file(of:)``.
  package func file(of station: Station) -> PictureFileState { find(station).found }

  /// Returns what is known once the cache was searched; see ``StationPictureFiles/file(of:waitingFor:)``.
  package func file(of station: Station, waitingFor limit: Duration) async -> PictureFileState {
    let (found, search) = find(station)
    guard let search, let request = PictureRequest(station) else { return found }
    _ = await search.wait(limit: limit)
    return state.withLock { $0.queue.known(request) } ?? .loading
  }

  /// Returns the addresses of the pictures that arrive from now on; see ``StationPictureFiles/arrivals()``.
  package func arrivals() -> AsyncStream<String> {
    AsyncStream(bufferingPolicy: .bufferingNewest(Self.maximumArrivals)) { continuation in
      let number = state.withLock { state -> Int? in
        guard !state.isClosed else { return nil }
        let number = state.nextNumber()
        state.readers[number] = continuation
        return number
      }
      guard let number else { return continuation.finish() }
      continuation.onTermination = { [weak self] _ in
        self?.state.withLock { $0.readers[number] = nil }
      }
    }
  }
}

extension StationPictureStore<StationPicture>: PictureSource {
  /// Returns what is known about a picture; see ``PictureSource/picture(at:allowsLocalHosts:)``.
  package func picture(at address: String, allowsLocalHosts: Bool) -> PictureState {
    find(PictureRequest(address: address, allowsLocalHosts: allowsLocalHosts)).found
  }
}

/// Gets pictures for views: one at a time.
package typealias PictureStore = StationPictureStore<StationPicture>

/// Gets the files of pictures for the servers of a daemon.
package typealias PictureFileStore = StationPictureStore<PictureFile>
