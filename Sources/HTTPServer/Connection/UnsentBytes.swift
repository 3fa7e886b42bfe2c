import NIOCore
import ServerSupport
import Synchronization

/// Bounds the bytes of answers that clients have not taken yet, over all clients of a transport. The limits of one
/// connection do not bound them: each of many clients may request a large answer and read nothing.
///
/// Above the limit connections are closed: of the address with most unsent bytes, the one whose last progress is the
/// oldest, then the next. An answer is never held back for the answers of others, and one that is larger than the limit
/// is sent.
final class UnsentBytes: Sendable {
  private struct Client {
    var address: ClientAddress?
    var bytes: Int
    /// The value of ``State/steps`` when this client last took bytes, or began to wait for some.
    var progress: UInt64
    var channel: any Channel
  }

  private struct State {
    var clients: [ObjectIdentifier: Client] = [:]
    var total = 0
    var steps: UInt64 = 0
  }

  /// Most unsent bytes.
  let limit: Int
  private let state = Mutex(State())

  /// A bound of `limit` bytes.
  init(limit: Int) { self.limit = limit }

  /// The unsent bytes of all clients.
  var total: Int { state.withLock { $0.total } }

  /// Counts `bytes` that `channel`, a connection from `address`, is to take. Closes others when they are too many.
  func add(_ bytes: Int, for channel: any Channel, from address: ClientAddress?) {
    let key = ObjectIdentifier(channel)
    let closed = state.withLock { state -> [any Channel] in
      state.steps += 1
      state.total += bytes
      let before = state.clients[key]?.bytes ?? 0
      state.clients[key] = Client(address: address, bytes: before + bytes, progress: state.steps, channel: channel)
      guard state.total > limit else { return [] }
      return Self.removeSlowest(from: &state, sparing: key, until: limit)
    }
    for channel in closed { channel.close(promise: nil) }
  }

  /// Counts `bytes` less for `channel`: the system has taken them, or the connection is closed.
  func remove(_ bytes: Int, for channel: any Channel) {
    let key = ObjectIdentifier(channel)
    state.withLock { state in
      guard var client = state.clients[key] else { return }
      state.steps += 1
      state.total -= bytes
      client.bytes -= bytes
      client.progress = state.steps
      state.clients[key] = client.bytes > 0 ? client : nil
    }
  }

  private static func removeSlowest(
    from state: inout State, sparing spared: ObjectIdentifier, until limit: Int
  ) -> [any Channel] {
    var sums = state.clients.values.reduce(into: [:]) { $0[$1.address, default: 0] += $1.bytes }
    var candidates = state.clients.filter { $0.key != spared }
    var removed: [any Channel] = []
    while state.total > limit, !candidates.isEmpty {
      let slowest = candidates.min { first, second in
        let (more, fewer) = (sums[first.value.address] ?? 0, sums[second.value.address] ?? 0)
        return more == fewer ? first.value.progress < second.value.progress : more > fewer
      }
      guard let (key, client) = slowest else { break }
      sums[client.address]? -= client.bytes
      candidates[key] = nil
      state.clients[key] = nil
      state.total -= client.bytes
      removed.append(client.channel)
    }
    return removed
  }
}
