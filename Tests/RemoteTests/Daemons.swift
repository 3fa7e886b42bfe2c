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

  /// Limits that are short enough for a test.
  static var limits: RemoteLimits {
    var limits = RemoteLimits()
    limits.answer = .milliseconds(700)
    limits.silence = .milliseconds(700)
    limits.answerBytes = 1 << 20
    limits.longestPause = .milliseconds(200)
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
