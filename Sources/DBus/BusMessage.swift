import CSystemd
import Glibc

/// A message of sd-bus: a received one to read, or a new one to fill and send. Used on the bus thread only.
package final class BusMessage {
  /// The kinds of messages that we handle.
  package enum Kind {
    /// A client calls a method of ours.
    case call
    /// The results of our call with this number.
    case results(of: UInt64)
    /// Our call with this number failed.
    case failure(of: UInt64)
    /// A signal.
    case signal
  }

  /// The maximum length of a received text in bytes: four times that of a stream address.
  private static let maximumTextBytes = 1 << 15
  /// The maximum number of arguments that are read; no method or signal here has more than three.
  private static let maximumArguments = 4
  /// The maximum depth of variants inside variants.
  private static let maximumDepth = 2
  /// The maximum number of texts in a received array.
  private static let maximumTexts = 64

  /// The message of libsystemd, for ``MessageBus`` only.
  let handle: OpaquePointer

  /// Takes ownership of a reference.
  init(owning handle: OpaquePointer) { self.handle = handle }

  deinit { sd_bus_message_unref(handle) }

  // MARK: - Reading

  /// The kind of the message; nil for a kind that we do not know.
  package var kind: Kind? {
    var type: UInt8 = 0
    guard sd_bus_message_get_type(handle, &type) >= 0 else { return nil }
    switch Int(type) {
    case Int(SD_BUS_MESSAGE_METHOD_CALL): return .call
    case Int(SD_BUS_MESSAGE_METHOD_RETURN): return .results(of: replyNumber)
    case Int(SD_BUS_MESSAGE_METHOD_ERROR): return .failure(of: replyNumber)
    case Int(SD_BUS_MESSAGE_SIGNAL): return .signal
    default: return nil
    }
  }

  private var replyNumber: UInt64 {
    var number: UInt64 = 0
    return sd_bus_message_get_reply_cookie(handle, &number) >= 0 ? number : 0
  }

  /// The method call in the message; nil when it lacks a required field.
  package var call: BusCall? {
    guard let path = sd_bus_message_get_path(handle), let member = sd_bus_message_get_member(handle) else { return nil }
    return BusCall(
      path: String(cString: path), interface: sd_bus_message_get_interface(handle).map { String(cString: $0) },
      member: String(cString: member), arguments: arguments)
  }

  /// The unique name of the client that sent the message; nil for one of no bus.
  package var sender: String? { sd_bus_message_get_sender(handle).map { String(cString: $0) } }

  /// The signal in the message; nil when it lacks a required field.
  package var signal: BusSignal? {
    guard let sender = sd_bus_message_get_sender(handle), let path = sd_bus_message_get_path(handle),
      let interface = sd_bus_message_get_interface(handle), let member = sd_bus_message_get_member(handle)
    else { return nil }
    return BusSignal(
      sender: String(cString: sender), path: String(cString: path), interface: String(cString: interface),
      member: String(cString: member), arguments: arguments)
  }

  /// The name of the error in an error message; nil for other messages.
  package var errorName: String? {
    sd_bus_message_get_error(handle)?.pointee.name.map { String(cString: $0) }
  }

  /// The text of an error message.
  package var errorText: String {
    guard let error = sd_bus_message_get_error(handle)?.pointee else { return "no reason given" }
    return BusText.line((error.message ?? error.name).map { String(cString: $0) } ?? "no reason given")
  }

  /// True when the caller waits for a reply.
  package var expectsReply: Bool { sd_bus_message_get_expect_reply(handle) > 0 }

  /// The arguments; nil when nothing here takes their types, number or size. Can be read once only.
  package var arguments: [BusValue]? {
    var values: [BusValue] = []
    while sd_bus_message_at_end(handle, 0) == 0 {
      guard values.count < Self.maximumArguments, let value = readValue() else { return nil }
      values.append(value)
    }
    return values
  }

  private func readValue(depth: Int = 0) -> BusValue? {
    var type: CChar = 0
    var contents: UnsafePointer<CChar>?
    guard sd_bus_message_peek_type(handle, &type, &contents) > 0 else { return nil }
    switch UnicodeScalar(UInt8(bitPattern: type)) {
    case "s": return readText(type).map { .string($0) }
    case "o": return readText(type).map { .objectPath($0) }
    case "b": return read(type, into: Int32(0)).map { .boolean($0 != 0) }
    case "y": return read(type, into: UInt8(0)).map { .integer(Int64($0)) }
    case "n": return read(type, into: Int16(0)).map { .integer(Int64($0)) }
    case "q": return read(type, into: UInt16(0)).map { .integer(Int64($0)) }
    case "i": return read(type, into: Int32(0)).map { .integer(Int64($0)) }
    case "u": return read(type, into: UInt32(0)).map { .integer(Int64($0)) }
    case "x": return read(type, into: Int64(0)).map { .integer($0) }
    case "t": return read(type, into: UInt64(0)).flatMap { Int64(exactly: $0) }.map { .integer($0) }
    case "d": return read(type, into: 0.0).map { .double($0) }
    case "v":
      guard depth < Self.maximumDepth, sd_bus_message_enter_container(handle, type, contents) > 0 else { return nil }
      guard let value = readValue(depth: depth + 1), sd_bus_message_exit_container(handle) > 0 else { return nil }
      return .variant(value)
    case "a": return readTexts(contents)
    default: return nil
    }
  }

  private func readTexts(_ contents: UnsafePointer<CChar>?) -> BusValue? {
    guard let contents, strcmp(contents, "s") == 0 else { return nil }
    guard sd_bus_message_enter_container(handle, Self.letter("a"), contents) > 0 else { return nil }
    var texts: [String] = []
    while sd_bus_message_at_end(handle, 0) == 0 {
      guard texts.count < Self.maximumTexts, let text = readText(Self.letter("s")) else { return nil }
      texts.append(text)
    }
    return sd_bus_message_exit_container(handle) > 0 ? .strings(texts) : nil
  }

  /// Reads one value of a type that sd-bus stores as `Value`, which is trivial.
  private func read<Value: BitwiseCopyable>(_ type: CChar, into value: Value) -> Value? {
    var value = value
    return sd_bus_message_read_basic(handle, type, &value) > 0 ? value : nil
  }

  private func readText(_ type: CChar) -> String? {
    var text: UnsafePointer<CChar>?
    guard sd_bus_message_read_basic(handle, type, &text) > 0, let text else { return nil }
    // sd-bus has checked that the text is UTF-8 and ends with a NUL.
    return strnlen(text, Self.maximumTextBytes + 1) <= Self.maximumTextBytes ? String(cString: text) : nil
  }

  // MARK: - Filling

  /// Appends `values` to the message.
  func append(_ values: [BusValue]) throws(BusError) {
    for value in values { try append(value) }
  }

  private func append(_ value: BusValue) throws(BusError) {
    switch value {
    case .string(let text): try append(text, as: "s")
    case .objectPath(let path): try append(path, as: "o")
    case .boolean(let flag): try append(Int32(flag ? 1 : 0), as: "b")
    case .byte(let number): try append(number, as: "y")
    case .uint16(let number): try append(number, as: "q")
    case .int32(let number): try append(number, as: "i")
    case .uint32(let number): try append(number, as: "u")
    case .integer(let number): try append(number, as: "x")
    case .double(let number): try append(number, as: "d")
    case .byteArrays(let arrays):
      try open("a", of: "ay")
      for bytes in arrays {
        try open("a", of: "y")
        for byte in bytes { try append(byte, as: "y") }
        try close()
      }
      try close()
    case .strings(let texts):
      try open("a", of: "s")
      for text in texts { try append(text, as: "s") }
      try close()
    case .dictionary(let entries):
      try open("a", of: "{sv}")
      for entry in entries {
        try open("e", of: "sv")
        try append(entry.key, as: "s")
        try append(.variant(entry.value))
        try close()
      }
      try close()
    case .variant(let value):
      try open("v", of: value.signature)
      try append(value)
      try close()
    }
  }

  /// Appends one value of a type that sd-bus takes as `Value`, which is trivial.
  private func append<Value: BitwiseCopyable>(_ value: Value, as letter: UnicodeScalar) throws(BusError) {
    var value = value
    try BusError.check(sd_bus_message_append_basic(handle, Self.letter(letter), &value))
  }

  private func append(_ text: String, as letter: UnicodeScalar) throws(BusError) {
    try BusError.check(text.withCString { sd_bus_message_append_basic(handle, Self.letter(letter), $0) })
  }

  private func open(_ letter: UnicodeScalar, of contents: String) throws(BusError) {
    try BusError.check(sd_bus_message_open_container(handle, Self.letter(letter), contents))
  }

  private func close() throws(BusError) { try BusError.check(sd_bus_message_close_container(handle)) }

  /// Returns one of the letters that the bus uses for its types, all of them ASCII.
  private static func letter(_ scalar: UnicodeScalar) -> CChar { CChar(truncatingIfNeeded: scalar.value) }
}
