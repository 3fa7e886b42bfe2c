import CSystemd
import Glibc

/// The connection to a message bus: sd-bus without its callbacks. No method blocks. Used on one thread only, once it is
/// open.
package final class MessageBus {
  /// The result of a step.
  enum Step {
    /// There is nothing to do until the descriptor is ready.
    case idle
    /// Some work was done; there may be more.
    case progress
    /// A message came that we have to handle.
    case message(BusMessage)
  }

  /// The conditions to wait for before the next step.
  struct Wait {
    /// The descriptor.
    var descriptor: Int32
    /// The events of `poll`.
    var events: Int16
    /// The time to continue in any case, in µs of the monotonic clock; nil for none.
    var deadline: UInt64?
  }

  /// The bus' answer to a request for a name, by its specification.
  package enum NameAnswer: Int64 {
    /// The name is ours.
    case isOurs = 1
    /// Another program has the name.
    case isTaken = 3
    /// The name was ours before.
    case wasOurs = 4
  }

  /// DBUS_NAME_FLAG_DO_NOT_QUEUE
  private static let doNotQueue: UInt32 = 4
  /// The name of the bus itself, and of its interface.
  package static let driver = BusObject(
    client: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus")
  /// The number of unsent messages at which the bus counts as blocked.
  private static let maximumUnsent = 32
  private let bus: OpaquePointer

  /// Begins to connect to the bus at `address`, in the notation of the D-Bus specification. Messages wait until the
  /// connection exists.
  init(address: String) throws(BusError) {
    var made: OpaquePointer?
    try BusError.check(sd_bus_new(&made))
    guard let made else { throw BusError(code: ENOMEM) }
    bus = made
    try BusError.check(sd_bus_set_address(bus, address))
    try BusError.check(sd_bus_set_bus_client(bus, 1))
    try BusError.check(sd_bus_set_exit_on_disconnect(bus, 0))
    try BusError.check(sd_bus_negotiate_fds(bus, 0))
    try BusError.check(sd_bus_start(bus))
  }

  deinit { sd_bus_close_unref(bus) }

  /// Sends and receives without blocking, at most one message. Throws when the bus is disconnected.
  ///
  /// sd-bus answers calls of `org.freedesktop.DBus.Peer`; all other messages are returned.
  func step() throws(BusError) -> Step {
    var message: OpaquePointer?
    let result = try BusError.check(sd_bus_process(bus, &message))
    if let message { return .message(BusMessage(owning: message)) }
    return result > 0 ? .progress : .idle
  }

  /// Returns the conditions to wait for before the next step; the step is due at once when `deadline` is past.
  func wait() throws(BusError) -> Wait {
    let descriptor = try BusError.check(sd_bus_get_fd(bus))
    let events = try BusError.check(sd_bus_get_events(bus))
    var deadline = UInt64.max
    try BusError.check(sd_bus_get_timeout(bus, &deadline))
    return Wait(descriptor: descriptor, events: Int16(events), deadline: deadline == .max ? nil : deadline)
  }

  /// True while the bus does not take our messages: then nothing more must be sent or received.
  package var isBlocked: Bool {
    var count: UInt64 = 0
    return sd_bus_get_n_queued_write(bus, &count) >= 0 && count >= Self.maximumUnsent
  }

  /// Requests a name from the bus. Does not queue for a name that is taken, and never gives the name to another
  /// program. Returns the number of this call, which the answer, a ``NameAnswer``, will contain.
  package func requestName(_ name: String) throws(BusError) -> UInt64 {
    try call("RequestName", of: Self.driver, [.string(name), .uint32(Self.doNotQueue)])
  }

  /// Subscribes to the signals that match `rule`, in the notation of the D-Bus specification. Returns the number of
  /// this call.
  @discardableResult package func subscribe(_ rule: String) throws(BusError) -> UInt64 {
    try call("AddMatch", of: Self.driver, [.string(rule)])
  }

  /// Ends the subscription to the signals that match `rule`, with the same text.
  package func unsubscribe(_ rule: String) throws(BusError) {
    _ = try call("RemoveMatch", of: Self.driver, [.string(rule)])
  }

  /// Calls a method of another client. With `startsService` the bus may start the program that offers the name.
  /// Returns the number of this call, which the answer will contain.
  package func call(
    _ member: String, of object: BusObject, _ arguments: [BusValue] = [], startsService: Bool = false
  ) throws(BusError) -> UInt64 {
    var made: OpaquePointer?
    try BusError.check(
      sd_bus_message_new_method_call(bus, &made, object.client, object.path, object.interface, member))
    let message = try Self.owned(made)
    try BusError.check(sd_bus_message_set_auto_start(message.handle, startsService ? 1 : 0))
    try message.append(arguments)
    var number: UInt64 = 0
    try BusError.check(sd_bus_send(bus, message.handle, &number))
    return number
  }

  /// Sends a signal to all subscribers.
  package func emit(_ member: String, of interface: String, at path: String, _ arguments: [BusValue]) throws(BusError) {
    var made: OpaquePointer?
    try BusError.check(sd_bus_message_new_signal(bus, &made, path, interface, member))
    try send(made, arguments)
  }

  /// Answers `call`, if its caller waits for a reply.
  package func answer(_ call: BusMessage, with reply: BusReply) throws(BusError) {
    guard call.expectsReply else { return }
    var made: OpaquePointer?
    switch reply {
    case .results(let values):
      try BusError.check(sd_bus_message_new_method_return(call.handle, &made))
      try send(made, values)
    case .failure(let failure, let text):
      let result = failure.rawValue.withCString { name in
        text.withCString { text in
          var error = sd_bus_error(name: name, message: text, _need_free: 0)
          return sd_bus_message_new_method_error(call.handle, &made, &error)
        }
      }
      try BusError.check(result)
      try send(made, [])
    }
  }

  /// Fills a new message and sends it.
  private func send(_ made: OpaquePointer?, _ arguments: [BusValue]) throws(BusError) {
    let message = try Self.owned(made)
    try message.append(arguments)
    try BusError.check(sd_bus_send(bus, message.handle, nil))
  }

  private static func owned(_ made: OpaquePointer?) throws(BusError) -> BusMessage {
    guard let made else { throw BusError(code: ENOMEM) }
    return BusMessage(owning: made)
  }
}
