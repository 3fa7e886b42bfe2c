public import AudioCore
import SystemSupport

/// A listener of a ``PacketRelay``.
public final class RelayListener: Sendable {
  let key: Int
  /// The codec of all packets; nil when no packet had come when the listener was added: then the first packet shows it.
  public let codec: Codec?
  private let relay: PacketRelay
  private let wake: WakeSignal

  init(key: Int, codec: Codec?, relay: PacketRelay, wake: WakeSignal) {
    self.key = key
    self.codec = codec
    self.relay = relay
    self.wake = wake
  }

  deinit { relay.forget(key) }

  /// Returns all packets since the last call, and the titles before those to which they belong; waits until there is one.
  /// Returns nil when the listener has ended: the radio was stopped, it plays another codec, or this listener was too
  /// slow. Only one task may call it.
  public func next() async -> [StreamElement]? {
    var iterator = wake.makeAsyncIterator()
    while true {
      let (elements, isOver) = relay.read(key)
      if !elements.isEmpty { return elements }
      if isOver { return nil }
      guard await iterator.next() != nil else { return nil }
    }
  }
}
