import AudioCore
import Downloader
import Stations
import Synchronization

/// Tells a directory which of its stations are played, so that it knows what people listen to. It never hinders anybody: what
/// cannot be told is not told.
public final class ClickReporter: Sendable {
  /// How long a click is good for: the directory counts one of an address in that time.
  private static let interval: Duration = .seconds(86400)
  /// Most stations whose clicks are remembered.
  private static let maximumStations = 256
  /// Most clicks that wait to be told.
  private static let maximumWaiting = 8

  private let client: DirectoryClient
  private let note: @Sendable (String) -> Void
  private let waiting = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingOldest(maximumWaiting))
  /// When each station's click was told, or is about to be.
  private let reported = Mutex<[String: ContinuousClock.Instant]>([:])

  /// A reporter to a directory whose `servers` are asked by `downloader`; `note` is told what happens, in lines for a log.
  public init(downloader: Downloader, servers: DirectoryServers, note: @escaping @Sendable (String) -> Void) {
    client = DirectoryClient(downloader: downloader, servers: servers, note: note)
    self.note = note
  }

  /// `station` is heard now. If it is one of the directory's, a click is told, by this reporter once a day at most. From
  /// any thread; returns at once.
  public func heard(_ station: Station) {
    guard let id = station.directoryID, isDue(id, at: .now) else { return }
    if case .dropped = waiting.continuation.yield(id) { forget(id) }
  }

  /// Tells clicks until the task is cancelled.
  public func run() async {
    for await id in waiting.stream {
      do {
        try await client.click(id)
        note("directory: told that \(id) is played")
      } catch {
        forget(id)
      }
    }
  }

  /// Whether a click at `time` counts; it is noted then.
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
