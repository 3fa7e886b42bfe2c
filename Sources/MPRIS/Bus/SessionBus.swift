import CSystemd
import Glibc

/// The connection to a message bus: sd-bus, without its call-backs. Nothing here waits. Used on one thread alone, once opened.
final class SessionBus {
  /// What a step came to.
  enum Step {
    /// There is nothing to do until the descriptor is ready.
    case idle
    /// Something was done; there may be more.
    case progress
    /// This came, and is ours to handle.
    case message(BusMessage)
  }

  /// What to wait for before the next step.
  struct Wait {
    /// The descriptor.
    var descriptor: Int32
    /// The events of `poll`.
    var events: Int16
    /// When to go on in any case, in µs of the monotonic clock.
    var deadline: UInt64?
  }

  /// What the bus says to somebody who asks for a name, by its specification.
  enum NameAnswer: Int64 {
    /// The name is ours.
    case isOurs = 1
    /// Somebody has it.
    case isTaken = 3
    /// It was ours before.
    case wasOurs = 4
  }

  /// DBUS_NAME_FLAG_DO_NOT_QUEUE
  private static let doNotQueue: UInt32 = 4
  /// The bus' own name, and its interface's.
  private static let driver = "org.freedesktop.DBus"
  private let bus: OpaquePointer

  /// Begins to connect to the bus at `address`, as the bus' specification writes addresses; what is sent waits until it is there.
  init(address: String) throws(BusFault) {
    var made: OpaquePointer?
    try BusFault.check(sd_bus_new(&made))
    guard let made else { throw BusFault(code: ENOMEM) }
    bus = made
    try BusFault.check(sd_bus_set_address(bus, address))
    try BusFault.check(sd_bus_set_bus_client(bus, 1))
    try BusFault.check(sd_bus_set_exit_on_disconnect(bus, 0))
    try BusFault.check(sd_bus_negotiate_fds(bus, 0))
    try BusFault.check(sd_bus_start(bus))
  }

  deinit { sd_bus_close_unref(bus) }

  /// Sends and receives what can be at once, one message at most. Throws when the bus is gone.
  ///
  /// Calls of `org.freedesktop.DBus.Peer` are answered by sd-bus; all other messages are returned.
  func step() throws(BusFault) -> Step {
    var message: OpaquePointer?
    let result = try BusFault.check(sd_bus_process(bus, &message))
    if let message { return .message(BusMessage(owning: message)) }
    return result > 0 ? .progress : .idle
  }

  /// What to wait for before the next step; at once when `deadline` is past.
  func wait() throws(BusFault) -> Wait {
    let descriptor = try BusFault.check(sd_bus_get_fd(bus))
    let events = try BusFault.check(sd_bus_get_events(bus))
    var deadline = UInt64.max
    try BusFault.check(sd_bus_get_timeout(bus, &deadline))
    return Wait(descriptor: descriptor, events: Int16(events), deadline: deadline == .max ? nil : deadline)
  }

  /// Messages that the bus has not taken yet.
  var unsentCount: Int {
    var count: UInt64 = 0
    return sd_bus_get_n_queued_write(bus, &count) >= 0 ? Int(clamping: count) : 0
  }

  /// Asks the bus for a name, without standing in line for one that is taken, and without ever giving it up; returns the number
  /// by which the answer, a ``NameAnswer``, will name this call.
  func requestName(_ name: String) throws(BusFault) -> UInt64 {
    var made: OpaquePointer?
    try BusFault.check(
      sd_bus_message_new_method_call(bus, &made, Self.driver, "/org/freedesktop/DBus", Self.driver, "RequestName"))
    let message = try Self.owned(made)
    try message.append([.string(name)])
    var flags = Self.doNotQueue
    try BusFault.check(sd_bus_message_append_basic(message.handle, CChar(UInt8(ascii: "u")), &flags))
    var number: UInt64 = 0
    try BusFault.check(sd_bus_send(bus, message.handle, &number))
    return number
  }

  /// Tells all who listen.
  func emit(_ member: String, of interface: String, at path: String, _ arguments: [BusValue]) throws(BusFault) {
    var made: OpaquePointer?
    try BusFault.check(sd_bus_message_new_signal(bus, &made, path, interface, member))
    try send(made, arguments)
  }

  /// Answers `call`, if its caller waits for that.
  func answer(_ call: BusMessage, with reply: BusReply) throws(BusFault) {
    guard call.expectsReply else { return }
    var made: OpaquePointer?
    switch reply {
    case .results(let values):
      try BusFault.check(sd_bus_message_new_method_return(call.handle, &made))
      try send(made, values)
    case .failure(let failure, let text):
      let result = failure.rawValue.withCString { name in
        text.withCString { text in
          var error = sd_bus_error(name: name, message: text, _need_free: 0)
          return sd_bus_message_new_method_error(call.handle, &made, &error)
        }
      }
      try BusFault.check(result)
      try send(made, [])
    }
  }

  /// Fills a message that was just made, and sends it.
  private func send(_ made: OpaquePointer?, _ arguments: [BusValue]) throws(BusFault) {
    let message = try Self.owned(made)
    try message.append(arguments)
    try BusFault.check(sd_bus_send(bus, message.handle, nil))
  }

  private static func owned(_ made: OpaquePointer?) throws(BusFault) -> BusMessage {
    guard let made else { throw BusFault(code: ENOMEM) }
    return BusMessage(owning: made)
  }
}
