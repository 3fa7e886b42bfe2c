import AudioCore
import Downloader
import Stations
import Synchronization

/// Reports to a directory which of its stations are played, so that the directory knows what people listen to. Reports
/// never disturb playback: a click that cannot be sent is dropped.
public final class ClickReporter: Sendable {
  /// How long a click counts: in that time the directory counts one click per station and client address.
  private static let interval: Duration = .seconds(86400)
  /// The maximum number of stations whose clicks are remembered.
  private static let maximumStations = 256
  /// The maximum number of clicks that wait to be sent.
  private static let maximumWaiting = 8

  private let client: DirectoryClient
  private let note: @Sendable (String) -> Void
  private let waiting = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingOldest(maximumWaiting))
  /// When each station's click was sent or queued.
  private let reported = Mutex<[String: ContinuousClock.Instant]>([:])

  /// A reporter to the directory at `servers`. `downloader` sends the requests; `note` receives log lines.
  public init(downloader: Downloader, servers: DirectoryServers, note: @escaping @Sendable (String) -> Void) {
    client = DirectoryClient(downloader: downloader, servers: servers, note: note)
    self.note = note
  }

  /// Queues a click for `station` if the station has an id in the directory. Each reporter sends at most one click per
  /// station and day; after a failure the next call may queue another one. May be called from any thread and returns at
  /// once.
  public func heard(_ station: Station) {
    guard let id = station.directoryID, isDue(id, at: .now) else { return }
    if case .dropped = waiting.continuation.yield(id) { forget(id) }
  }

  /// Sends the queued clicks until the task is cancelled.
  public func run() async {
    for await id in waiting.stream {
      do {
        try await client.click(id)
        note("directory: sent a click for \(id)")
      } catch {
        forget(id)
      }
    }
  }

  /// Returns true when a click at `time` counts, and records the time. Returns false within a day of the last click,
  /// and when too many stations are remembered.
  private func isDue(_ id: String, at time: ContinuousClock.Instant) -> Bool {
    reported.withLock { reported in
      if let last = reported[id], time - last < Self.interval { return false }
      if reported.count >= Self.maximumStations { reported = reported.filter { time - $0.value < Self.interval } }
      guard reported.count < Self.maximumStations else { return false }
      reported[id] = time
      return true
    }
  }

  private func forget(_ id: String) { reported.withLock { _ = $0.removeValue(forKey: id) } }
}
