import Stations
import Synchronization

/// The built-in station. It starts once, at the first request.
final class DemoStation: Sendable {
  private let start: @Sendable () async throws -> Station
  private let starting = Mutex<Task<Station, any Error>?>(nil)

  /// Creates a station that `start` starts.
  init(start: @escaping @Sendable () async throws -> Station) { self.start = start }

  /// Returns the station, the same one for every caller. Throws the error of `start`; the next call then tries again.
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

/// The reason why the daemon does not run: its cause and one sentence.
public struct DaemonFailure: Error, Sendable, Equatable, CustomStringConvertible {
  /// The causes.
  public enum Cause: Sendable {
    /// A flag of the command line is wrong.
    case commandLine
    /// The configuration is wrong.
    case configuration
    /// A frontend cannot start.
    case unavailable
    /// Another daemon of this user runs.
    case alreadyRunning
  }

  /// The fault, its place and the remedy.
  public let description: String
  /// The cause.
  public let cause: Cause

  /// Creates a failure with this text and cause.
  init(_ description: String, _ cause: Cause) {
    self.description = description
    self.cause = cause
  }
}
