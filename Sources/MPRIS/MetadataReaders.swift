import DBus

/// The clients of the bus that have read the track's metadata and are still at the bus. Used on the bus thread only.
struct MetadataReaders {
  /// The maximum number of clients. Further ones count as gone at once.
  static let capacity = 64

  private var names: Set<String> = []
  /// The calls that ask whether a client is still there, by number.
  private var questions: [UInt64: String] = [:]

  /// True when there is none.
  var isEmpty: Bool { names.isEmpty }

  /// Records that the client with the unique name `name` has read the metadata.
  mutating func add(_ name: String, at bus: MessageBus) throws(BusError) {
    guard names.count < Self.capacity, names.insert(name).inserted else { return }
    try bus.subscribe(Self.rule(of: name))
    // It may have left before the bus knew the subscription.
    let number = try bus.call("NameHasOwner", of: MessageBus.driver, [.string(name)])
    questions[number] = name
  }

  /// Notes the answer to the call with this number, if it is one of ours.
  mutating func answered(_ number: UInt64, _ answer: BusValue?, at bus: MessageBus) throws(BusError) {
    guard let name = questions.removeValue(forKey: number), answer != .boolean(true) else { return }
    try remove(name, at: bus)
  }

  /// Records that the client of `signal` has left, if it says so. The bus makes sure who sent it.
  mutating func add(_ signal: BusSignal, at bus: MessageBus) throws(BusError) {
    guard signal.sender == MessageBus.driver.client, signal.member == "NameOwnerChanged",
      let arguments = signal.arguments, arguments.count == 3, case .string(let name) = arguments[0],
      arguments[2] == .string("")
    else { return }
    try remove(name, at: bus)
  }

  private mutating func remove(_ name: String, at bus: MessageBus) throws(BusError) {
    if names.remove(name) != nil { try bus.unsubscribe(Self.rule(of: name)) }
  }

  private static func rule(of name: String) -> String {
    "type='signal',sender='\(MessageBus.driver.client)',member='NameOwnerChanged',arg0='\(name)'"
  }
}
