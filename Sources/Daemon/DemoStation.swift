import Stations
import Synchronization

/// The built-in station, which is started when it is first asked for, and once.
final class DemoStation: Sendable {
  private let start: @Sendable () async throws -> Station
  private let starting = Mutex<Task<Station, any Error>?>(nil)

  /// A station that `start` starts.
  init(start: @escaping @Sendable () async throws -> Station) { self.start = start }

  /// The station; everybody who asks gets the same. Throws what the start throws; then the next to ask has it tried again.
  @Sendable func station() async throws -> Station {
    let task = starting.withLock { starting in
      if let starting { return starting }
      let task = Task { [start] in try await start() }
      starting = task
      return task
    }
    do {
      return try await task.value
    } catch {
      starting.withLock { if $0 == task { $0 = nil } }
      throw error
    }
  }
}
