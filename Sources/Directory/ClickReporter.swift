import AudioCore
public import Downloader
public import Stations
import Synchronization
import SystemSupport

/// Reports to a directory which of its stations are played, so that the directory knows what people listen to. Reports
/// never disturb playback: a click that cannot be sent, or whose time cannot be kept, is dropped.
public final class ClickReporter: Sendable {
  /// How long a click counts: in that time the directory counts one click per station and client address.
  private static let interval: Duration = .seconds(ClickTimes.lifetime)
  /// The maximum number of clicks that wait to be sent.
  private static let maximumWaiting = 8

  private let client: DirectoryClient
  private let note: @Sendable (String) -> Void
  private let times: ClickTimes?
  private let waiting = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingOldest(maximumWaiting))
  /// When each station's click was sent or queued.
  private let reported = Mutex<[String: ContinuousClock.Instant]>([:])

  /// A reporter to the directory at `servers`. `downloader` sends the requests; `note` receives log lines.
  ///
  /// The times of the clicks are kept in the file at `path`, which all programs of the user share; nil keeps them in
  /// memory only. `onFault` gets one sentence, on any thread, when that file cannot be used.
  public init(
    downloader: Downloader, servers: DirectoryServers, path: String?, note: @escaping @Sendable (String) -> Void,
    onFault: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    times = path.map { ClickTimes(path: $0, onFault: onFault) }
    client = DirectoryClient(downloader: downloader, servers: servers, note: note)
    self.note = note
  }

  /// Queues a click for `station` if the station has an id in the directory. At most one click per station and day is
  /// sent; after a failure the next call may queue another one. May be called from any thread and returns at
  /// once.
  public func heard(_ station: Station) {
    guard let id = station.directoryID, isDue(id, at: .now) else { return }
    if case .dropped = waiting.continuation.yield(id) { forget(id) }
  }

  /// Sends the queued clicks until the task is cancelled.
  public func run() async {
    for await id in waiting.stream {
      guard await noteTime(of: id) else { continue }
      do {
        try await client.click(id)
        note("directory: sent a click for \(id)")
      } catch is CancellationError {
        return  // it may have been sent
      } catch {
        forget(id)
        await forgetTime(of: id)
      }
    }
  }

  /// Notes in the file that a click for `id` is sent now. Returns false when it must not be sent.
  private func noteTime(of id: String) async -> Bool {
    guard let times else { return true }
    do {
      return try await BlockingPool.shared.run { try times.record(id, at: SystemTime.seconds) }
    } catch {
      note("directory: no click is sent, since its time cannot be kept: \(error)")
      forget(id)
      return false
    }
  }

  private func forgetTime(of id: String) async {
    guard let times else { return }
    // When that fails, the next click is sent a day later.
    try? await BlockingPool.shared.run { try times.forget(id) }
  }

  /// Returns true when a click at `time` counts, and records the time. Returns false within a day of the last click,
  /// and when too many stations are remembered.
  private func isDue(_ id: String, at time: ContinuousClock.Instant) -> Bool {
    reported.withLock { reported in
      if let last = reported[id], time - last < Self.interval { return false }
      if reported.count >= ClickTimes.maximumStations { reported = reported.filter { time - $0.value < Self.interval } }
      guard reported.count < ClickTimes.maximumStations else { return false }
      reported[id] = time
      return true
    }
  }

  private func forget(_ id: String) { reported.withLock { _ = $0.removeValue(forKey: id) } }
}
