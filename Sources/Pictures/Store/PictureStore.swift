import AudioCore
import Downloader
import Synchronization

/// Fetches, decodes and keeps the pictures of stations for views: one at a time, and only those that are asked for.
public final class PictureStore: PictureSource {
  private struct State {
    var queue = PictureQueue<StationPicture>(limits: .views)
    /// Fetches what waits; nil while nothing does.
    var worker: Task<Void, Never>?
    var isClosed = false
  }

  private let fetcher: PictureFetcher
  private let state = Mutex(State())

  /// A store that fetches with `downloader`; `note` receives log lines. The owner must ``close()`` it.
  public convenience init(
    downloader: Downloader, cache: PictureCache, note: @escaping @Sendable (String) -> Void
  ) {
    self.init(downloader: downloader, cache: cache, fetchTime: PictureFetcher.fetchTime, note: note)
  }

  /// The same with another time limit.
  package init(
    downloader: Downloader, cache: PictureCache, fetchTime: Duration,
    note: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    fetcher = PictureFetcher(downloader: downloader, cache: cache, fetchTime: fetchTime, note: note)
  }

  /// Returns what is known about a picture; see ``PictureSource/picture(at:allowsLocalHosts:)``.
  public func picture(at address: String, allowsLocalHosts: Bool) -> PictureState {
    state.withLock { state in
      if state.isClosed { return .missing("the program ends") }
      let found = state.queue.state(
        of: PictureRequest(address: address, allowsLocalHosts: allowsLocalHosts), now: .now)
      if state.worker == nil, !state.queue.waiting.isEmpty {
        state.worker = Task(priority: .utility) { [weak self] in
          if let self { await self.work() }
        }
      }
      return found
    }
  }

  /// Ends what is being fetched, and returns when it has ended. All pictures are missing then. Only the first call has
  /// an effect.
  public func close() async {
    let worker = state.withLock { state in
      state.isClosed = true
      state.queue = PictureQueue(limits: .views)
      return state.worker
    }
    worker?.cancel()
    await worker?.value
  }

  // MARK: - The worker

  private func work() async {
    while let request = nextRequest() {
      let found: PictureState
      do {
        found = .ready(StationPicture(try await picture(request)))
      } catch is CancellationError {
        found = .missing("")
      } catch {
        let reason = PictureFetcher.words(error)
        found = .missing(reason)
        fetcher.report(reason, request)
      }
      state.withLock { $0.queue.finish(request, found, now: .now) }
    }
  }

  private func nextRequest() -> PictureRequest? {
    state.withLock { state in
      let next = state.isClosed ? nil : state.queue.next()
      if next == nil { state.worker = nil }
      return next
    }
  }

  /// Returns a picture from the cache or from its server. Throws ``PictureFault``, ``TuneError`` and
  /// `CancellationError`.
  private func picture(_ request: PictureRequest) async throws -> Picture {
    let url = try fetcher.url(of: request)
    let kept = try await fetcher.kept(request)
    if let kept, !kept.isOld { return kept.found.picture }
    do {
      return try await fetcher.fetched(url, request).picture
    } catch {
      // An old picture is better than none.
      guard let kept, !(error is CancellationError) else { throw error }
      return kept.found.picture
    }
  }
}
