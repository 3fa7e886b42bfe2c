/// A remote-control interface of the daemon. Frontends hold no state of the player.
package protocol Frontend: Sendable {
  /// Starts to accept clients. Throws when that is impossible.
  func start() async throws
  /// Stops accepting clients and closes their connections.
  func stop() async
}
