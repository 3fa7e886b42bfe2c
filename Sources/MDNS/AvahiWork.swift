import DBus
import Logging

/// The work at the system's bus: keeps the services announced while Avahi runs, also when it starts later or again.
struct AvahiWork: BusWork {
  private static let client = "org.freedesktop.Avahi"
  private static let server = BusObject(client: client, path: "/", interface: client + ".Server")
  private static let groupInterface = client + ".EntryGroup"
  /// AVAHI_IF_UNSPEC: every network.
  private static let everyInterface: Int32 = -1
  /// The maximum number of unanswered calls; more are made only at an Avahi that does not answer.
  private static let maximumUnanswered = 64

  private let services: [AnnouncedService]
  private let logger: Logger
  private var registration: AvahiRegistration
  /// The calls without an answer, by number, each with its attempt.
  private var unanswered: [UInt64: (call: AvahiRegistration.Call, attempt: Int)] = [:]

  /// The announcement of `services` as `name`.
  init(_ services: [AnnouncedService], name: String, logger: Logger) {
    self.services = services
    self.logger = logger
    registration = AvahiRegistration(services, name: name)
  }

  mutating func begin(at bus: MessageBus) throws(BusError) {
    let driver = MessageBus.driver.client
    try bus.subscribe("type='signal',sender='\(driver)',member='NameOwnerChanged',arg0='\(Self.client)'")
    try bus.subscribe("type='signal',sender='\(Self.client)',member='StateChanged'")
    try make([.findOwner], at: bus)
  }

  mutating func work(at bus: MessageBus, now: UInt64) {}

  func nextWork(at bus: MessageBus) -> UInt64? { nil }

  mutating func handle(_ message: BusMessage, at bus: MessageBus) throws(BusError) {
    let before = (registration.state, registration.name)
    switch message.kind {
    case .call: try bus.answer(message, with: .failure(.unknownObject, "there is no such object"))
    case .results(let number): try handle(.results(message.arguments ?? []), to: number, at: bus)
    case .failure(let number):
      try handle(.failure(name: message.errorName ?? "", text: message.errorText), to: number, at: bus)
    case .signal:
      if let signal = message.signal { try handle(signal, at: bus) }
    case nil: break
    }
    if before != (registration.state, registration.name) { log() }
  }

  private mutating func handle(_ answer: AvahiRegistration.Answer, to number: UInt64, at bus: MessageBus)
    throws(BusError)
  {
    guard let (call, attempt) = unanswered.removeValue(forKey: number) else { return }
    try make(registration.answered(call, of: attempt, answer), at: bus)
  }

  /// Handles a signal. The bus makes sure who sent it; programs can also send signals to us without a subscription.
  private mutating func handle(_ signal: BusSignal, at bus: MessageBus) throws(BusError) {
    if signal.sender == MessageBus.driver.client, signal.member == "NameOwnerChanged" {
      guard let arguments = signal.arguments, arguments.count == 3, arguments[0] == .string(Self.client),
        case .string(let owner) = arguments[2]
      else { return }
      unanswered = [:]
      return try make(registration.ownerChanged(to: owner.isEmpty ? nil : owner), at: bus)
    }
    guard signal.sender == registration.owner, signal.member == "StateChanged", let arguments = signal.arguments,
      arguments.count == 2, case .integer(let state) = arguments[0], case .string(let reason) = arguments[1]
    else { return }
    switch signal.interface {
    case Self.server.interface: try make(registration.serverChanged(to: state), at: bus)
    case Self.groupInterface:
      let reason = BusText.line(reason)
      try make(registration.groupChanged(to: state, path: signal.path, reason: reason), at: bus)
    default: break
    }
  }

  private mutating func make(_ calls: [AvahiRegistration.Call], at bus: MessageBus) throws(BusError) {
    for call in calls where unanswered.count < Self.maximumUnanswered {
      unanswered[try make(call, at: bus)] = (call, registration.attempt)
    }
  }

  private func make(_ call: AvahiRegistration.Call, at bus: MessageBus) throws(BusError) -> UInt64 {
    func group(_ path: String) -> BusObject {
      BusObject(client: Self.client, path: path, interface: Self.groupInterface)
    }
    switch call {
    case .findOwner: return try bus.call("GetNameOwner", of: MessageBus.driver, [.string(Self.client)])
    case .serverState: return try bus.call("GetState", of: Self.server)
    case .newGroup: return try bus.call("EntryGroupNew", of: Self.server)
    case .add(let service, let name, let path):
      return try bus.call(
        "AddService", of: group(path),
        [
          .int32(Self.everyInterface), .int32(service.versions.rawValue), .uint32(0), .string(name),
          .string(service.type), .string(""), .string(""), .uint16(service.port),
          .byteArrays(service.properties.map { Array($0.utf8) }),
        ])
    case .commit(let path): return try bus.call("Commit", of: group(path))
    case .reset(let path): return try bus.call("Reset", of: group(path))
    case .alternative(let name): return try bus.call("GetAlternativeServiceName", of: Self.server, [.string(name)])
    }
  }

  private func log() {
    switch registration.state {
    case .announced:
      let list = services.map { "\($0.type) at port \($0.port)" }.joined(separator: ", ")
      logger.info("found by name on the network as '\(registration.name)': \(list)")
    case .renaming: logger.info("another radio on the network is '\(registration.name)', so another name is taken")
    case .refused(let reason):
      logger.notice("Avahi does not announce the radio on the network: \(reason)")
    case .absent: logger.info("Avahi does not run any more, so the radio is not found by name")
    case .waiting, .registering: break
    }
  }
}
