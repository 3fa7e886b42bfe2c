public import Stations
import Synchronization

/// The built-in station. It starts once, at the first request.
public final class DemoStation: Sendable {
  private let start: @Sendable () async throws -> Station
  private let starting = Mutex<Task<Station, any Error>?>(nil)

  /// Creates a station that `start` starts.
  public init(start: @escaping @Sendable () async throws -> Station) { self.start = start }

  /// Returns the station, the same one for every caller. Throws the error of `start`; the next call then tries again.
  @Sendable public func station() async throws -> Station {
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
