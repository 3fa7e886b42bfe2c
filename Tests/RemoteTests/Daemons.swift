import Logging
import NIOPosix
import Remote
import TestSupport

/// A folder for a socket, and clients of the server that listens there.
final class Daemons: Sendable {
  /// One thread serves the clients of all tests.
  private static let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)

  let folder: Scratch
  var socketPath: String { folder.path("radiod.sock") }

  init() throws { folder = try Scratch() }

  /// Limits of time that only a client that hangs reaches, and others that are small enough for a test.
  static var limits: RemoteLimits {
    var limits = RemoteLimits()
    (limits.answer, limits.silence) = (TestTime.seconds(5), TestTime.seconds(5))
    limits.answerBytes = 1 << 20
    limits.maximumPause = .milliseconds(200)
    return limits
  }

  /// Limits for tests that wait until a limit of time is reached.
  static var shortLimits: RemoteLimits {
    var limits = limits
    (limits.answer, limits.silence) = (.milliseconds(700), .milliseconds(700))
    return limits
  }

  /// Runs `body` with a client, and closes the client.
  func withClient<Result>(
    limits: RemoteLimits = Daemons.limits, _ body: (RadioClient) async throws -> Result
  ) async throws -> Result {
    let client = RadioClient(address: try DaemonAddress(path: socketPath), group: Self.group, limits: limits)
    do {
      let result = try await body(client)
      await client.close()
      return result
    } catch {
      await client.close()
      throw error
    }
  }

  /// Runs `body` with a radio that is connected to a daemon, after `prepare` has prepared that.
  static func withRadio(
    reconnectMode: ReconnectMode = .restart, limits: RemoteLimits = Daemons.limits,
    _ prepare: (FakeDaemon) -> Void = { _ in }, _ body: (RemoteRadio, FakeDaemon, Daemons) async throws -> Void
  ) async throws {
    let daemons = try Daemons()
    let daemon = try FakeDaemon(socketPath: daemons.socketPath)
    defer { daemon.stop() }
    prepare(daemon)
    try await daemons.withClient(limits: limits) { client in
      let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
      let radio = try await RemoteRadio.connect(client, reconnectMode: reconnectMode, logger: logger)
      let run = Task { try await radio.run() }
      do {
        try await body(radio, daemon, daemons)
      } catch {
        run.cancel()
        throw error
      }
      run.cancel()
      _ = await run.result
    }
  }

  /// The answer of a daemon whose list has the stations `ids`; without a version that of an older daemon.
  static func stations(_ ids: String..., version: Int? = nil) -> String {
    let entries = ids.map { #"{"id":"\#($0)","name":"\#($0)","url":"http://h/\#($0)","tags":[],"favourite":true}"# }
    return "{\(version.map { "\"version\":\($0)," } ?? "")\"stations\":[\(entries.joined(separator: ","))]}"
  }

  /// Waits until `condition` holds; false when it does not hold within 10 s.
  static func eventually(_ condition: () -> Bool) async -> Bool {
    let end = ContinuousClock.now + TestTime.seconds(10)
    while !condition() {
      guard ContinuousClock.now < end else { return false }
      try? await Task.sleep(for: .milliseconds(5))
    }
    return true
  }
}
