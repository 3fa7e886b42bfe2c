import NIOCore
import NIOPosix

/// Asks whether anybody takes connections at an address, after one came to nothing in time: the client library does not tell
/// whether it was the connection or what comes after it.
enum ConnectionTrial {
  /// How long the trial may take: who is there answers within a round trip.
  private static let limit = TimeAmount.milliseconds(500)

  /// True when `address` takes a connection; it is closed at once.
  static func succeeds(address: SocketAddress, eventLoops: any EventLoopGroup) async -> Bool {
    let bootstrap = ClientBootstrap(group: eventLoops).connectTimeout(limit)
    guard let channel = try? await bootstrap.connect(to: address).get() else { return false }
    try? await channel.close()
    return true
  }
}
