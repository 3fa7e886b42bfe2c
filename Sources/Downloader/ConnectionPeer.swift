import NIOCore
import Synchronization

/// Who is at the other end of a connection; filled in when it stands.
final class ConnectionPeer: Sendable {
  private struct State {
    var channel: (any Channel)?
    var scope: AddressScope?
  }

  private let state = Mutex(State())

  /// The pauses between reads.
  let rest = ReadRest()

  /// The address that answered; nil before the connection stands.
  var scope: AddressScope? { state.withLock(\.scope) }

  /// The connection stands, with an address of this scope at its other end.
  func connected(_ channel: any Channel, scope: AddressScope?) {
    state.withLock { $0 = State(channel: channel, scope: scope) }
  }

  /// Ends the connection, as one that has stalled, when `delay` is over; the result may be cancelled before.
  func endAfter(_ delay: Duration) -> Scheduled<Void>? {
    guard let channel = state.withLock(\.channel) else { return nil }
    return channel.eventLoop.scheduleTask(in: TimeAmount(delay)) {
      channel.pipeline.fireErrorCaught(StallFault(afterSeconds: max(1, Int(delay.components.seconds))))
      channel.close(promise: nil)
    }
  }
}
