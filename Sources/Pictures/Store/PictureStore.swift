import AudioCore
import Downloader
import Synchronization
import SystemSupport

/// Fetches, decodes and keeps the pictures of stations: one at a time, and only those that are asked for.
public final class PictureStore: PictureSource {
  /// The time for one picture, from the lookup of the host's name to the last byte.
  private static let fetchTime: Duration = .seconds(10)

  private struct State {
    var queue = PictureQueue<StationPicture>(limits: .views)
    /// Fetches what waits; nil while nothing does.
    var worker: Task<Void, Never>?
    var isClosed = false
  }

  private let downloader: Downloader
  private let cache: PictureCache
  private let fetchTime: Duration
  private let note: @Sendable (String) -> Void
  /// The only thread that decodes, and that reads and writes the cache.
  private let pool = BlockingPool(threads: 1)
  private let state = Mutex(State())

  /// A store that fetches with `downloader`; `note` receives log lines. The owner must ``close()`` it.
  public convenience init(
    downloader: Downloader, cache: PictureCache, note: @escaping @Sendable (String) -> Void
  ) {
    self.init(downloader: downloader, cache: cache, fetchTime: Self.fetchTime, note: note)
  }

  /// The same with another time limit.
  package init(
    downloader: Downloader, cache: PictureCache, fetchTime: Duration,
    note: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.downloader = downloader
    self.cache = cache
    self.fetchTime = fetchTime
    self.note = note
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
        let reason = Self.words(error)
        found = .missing(reason)
        note("pictures: \(StreamURL.withoutCredentials(request.address)): \(reason)")
      }
      state.withLock { $0.queue.finish(request, found, now: .now) }
    }
  }

  /// Returns `error` in words, with other wording where that for stations does not fit.
  private static func words(_ error: any Error) -> String {
    switch error {
    case TuneError.network(.stalled(let host, let seconds)): "\(host) sent no whole picture within \(seconds) s"
    default: "\(error)"
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
    let (cache, address) = (cache, request.address)
    let url = try StreamURL(address)
    guard request.allowsLocalHosts || StreamURL.isPublic(address) else {
      throw TuneError.badURL(url.text, reason: "a directory may not name addresses of this machine or your network")
    }
    var kept: Picture?
    if let entry = try await pool.run({ cache.entry(for: address) }) {
      kept = try? await decode(entry.bytes)
      if let kept, !entry.isOld { return kept }
    }
    do {
      return try await fetched(url, request)
    } catch {
      // An old picture is better than none.
      guard let kept, !(error is CancellationError) else { throw error }
      return kept
    }
  }

  private func fetched(_ url: StreamURL, _ request: PictureRequest) async throws -> Picture {
    let message = request.allowsLocalHosts ? StreamRequest(url: url) : StreamRequest(namedByPublicServer: url)
    let document = try await downloader.document(
      message, maximumBytes: PictureHeader.maximumBytes, within: fetchTime)
    let picture = try await decode(document.bytes)
    let (cache, note) = (cache, note)
    try await pool.run {
      // A picture that cannot be kept is still shown.
      do throws(TuneError) {
        try cache.keep(document.bytes, for: request.address)
      } catch {
        note("pictures: \(error)")
      }
    }
    return picture
  }

  private func decode(_ file: [UInt8]) async throws -> Picture {
    try await pool.run { try PictureDecoder.decode(file) }
  }
}
