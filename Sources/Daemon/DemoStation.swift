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

/// The reason why the daemon does not run: one sentence and an exit code.
public struct DaemonFailure: Error, Sendable, Equatable, CustomStringConvertible {
  /// The fault, its place and the remedy.
  public let description: String
  /// The exit code of the process: 1 when another daemon runs, else a code of sysexits.h.
  public let exitCode: Int32

  /// The command line is wrong.
  static let usage: Int32 = 64
  /// A frontend cannot start.
  static let unavailable: Int32 = 69
  /// The configuration is wrong.
  static let configuration: Int32 = 78
  /// Another daemon of this user runs.
  static let alreadyRunning: Int32 = 1

  /// Creates a failure with this text and exit code.
  init(_ description: String, exitCode: Int32) {
    self.description = description
    self.exitCode = exitCode
  }
}
