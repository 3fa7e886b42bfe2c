/// What a part of the program does at a bus, on the thread of its connection. Every new connection has a new value.
package protocol BusWork: SendableMetatype {
  /// Called once, before the first message is received.
  mutating func begin(at bus: MessageBus) throws(BusError)

  /// Does what is due at the time `now`, in µs of the monotonic clock. Called after each wait. Throws to end the
  /// connection.
  mutating func work(at bus: MessageBus, now: UInt64) throws(BusError)

  /// Handles a received message. Throws to end the connection.
  mutating func handle(_ message: BusMessage, at bus: MessageBus) throws(BusError)

  /// Returns the time at which ``work(at:now:)`` has something to do without a message or a wake-up, in µs of the
  /// monotonic clock; nil when there is none.
  func nextWork(at bus: MessageBus) -> UInt64?
}
