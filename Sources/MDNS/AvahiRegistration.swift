package import DBus

/// The services of this program at Avahi: what is called there, one step after the other, until they are announced.
/// A value without a connection.
package struct AvahiRegistration: Sendable {
  /// What was reached.
  package enum State: Sendable, Equatable {
    /// Avahi does not run.
    case absent
    /// Avahi runs, and does not accept services yet.
    case waiting
    /// The services were given to Avahi, which checks that their name is free.
    case registering
    /// The services are announced.
    case announced
    /// Another service has the name, and Avahi was asked for another one.
    case renaming
    /// Avahi does not announce the services, for this reason.
    case refused(String)
  }

  /// A call of a method of Avahi, or of the bus.
  package enum Call: Sendable, Equatable {
    /// The client that has Avahi's name.
    case findOwner
    /// The state of Avahi itself.
    case serverState
    /// A new group of services.
    case newGroup
    /// A service of the group.
    case add(AnnouncedService, name: String, group: String)
    /// Announces the services of the group.
    case commit(group: String)
    /// Withdraws the services of the group.
    case reset(group: String)
    /// Another name.
    case alternative(to: String)
  }

  /// The answer to a call.
  package enum Answer: Sendable, Equatable {
    /// The results.
    case results([BusValue])
    /// The name of the error, and its text.
    case failure(name: String, text: String)
  }

  /// The states of Avahi's server and groups, by its headers.
  private enum Number {
    static let serverRuns: Int64 = 2
    static let serverFailed: Int64 = 4
    static let groupEstablished: Int64 = 2
    static let groupCollided: Int64 = 3
    static let groupFailed: Int64 = 4
  }

  /// The number of other names that are tried before giving up.
  private static let maximumRenames = 50
  private static let collision = "org.freedesktop.Avahi.CollisionError"

  /// What was reached.
  package private(set) var state = State.absent
  /// The name under which the services are announced.
  package private(set) var name: String
  /// Avahi's unique name on the bus; nil while it does not run.
  package private(set) var owner: String?
  /// Grows when answers to earlier calls no longer matter.
  package private(set) var attempt = 0
  private let services: [AnnouncedService]
  private let wantedName: String
  private var group: String?
  private var isGroupWanted = false
  private var renames = 0

  /// The announcement of `services` as `name`.
  package init(_ services: [AnnouncedService], name: String) {
    self.services = services
    wantedName = ServiceName.cut(name)
    self.name = wantedName
  }

  /// Notes that Avahi's name has this `owner` now; nil for none. Returns the calls to make.
  package mutating func ownerChanged(to owner: String?) -> [Call] {
    guard owner != self.owner else { return [] }
    self.owner = owner
    (group, isGroupWanted) = (nil, false)
    attempt += 1
    state = owner == nil ? .absent : .waiting
    (name, renames) = (wantedName, 0)
    return owner == nil ? [] : [.serverState]
  }

  /// Notes the state of Avahi's server. Returns the calls to make.
  package mutating func serverChanged(to number: Int64) -> [Call] {
    guard owner != nil else { return [] }
    switch number {
    case Number.serverRuns:
      guard state == .waiting else { return [] }
      if let group { return register(in: group) }
      guard !isGroupWanted else { return [] }
      isGroupWanted = true
      return [.newGroup]
    case Number.serverFailed: return refuse("its server failed")
    default:
      // The name of the machine is being checked or changed: services are given again when that is done.
      return withdraw(.waiting)
    }
  }

  /// Notes the state of the group at the object `path`. Returns the calls to make.
  package mutating func groupChanged(to number: Int64, path: String, reason: String) -> [Call] {
    guard path == group, state == .registering || state == .announced else { return [] }
    switch number {
    case Number.groupEstablished: state = .announced
    case Number.groupCollided: return rename()
    case Number.groupFailed: return refuse(reason)
    default: break
    }
    return []
  }

  /// Notes the answer to a call of the attempt `attempt`. Returns the calls to make.
  package mutating func answered(_ call: Call, of attempt: Int, _ answer: Answer) -> [Call] {
    guard attempt == self.attempt else { return [] }
    switch (call, answer) {
    case (.findOwner, .results(let values)): return ownerChanged(to: values.first?.text)
    case (.serverState, .results(let values)): return values.first?.number.map { serverChanged(to: $0) } ?? []
    case (.newGroup, .results(let values)):
      group = values.first?.text
      guard let group else { return refuse("its answer is not understood") }
      return state == .waiting ? register(in: group) : []
    case (.alternative, .results(let values)):
      guard state == .renaming else { return [] }
      guard let name = values.first?.text, let group else { return refuse("it has no other name") }
      self.name = ServiceName.cut(name)
      return register(in: group)
    case (.add, .results), (.commit, .results), (.reset, _): return []
    case (.findOwner, .failure): return []
    case (.add, .failure(Self.collision, _)), (.commit, .failure(Self.collision, _)): return rename()
    case (_, .failure(_, let text)): return refuse(text)
    }
  }

  private mutating func register(in group: String) -> [Call] {
    state = .registering
    return services.map { .add($0, name: name, group: group) } + [.commit(group: group)]
  }

  private mutating func rename() -> [Call] {
    renames += 1
    guard renames <= Self.maximumRenames else { return refuse("too many others have the name \(wantedName)") }
    return withdraw(.renaming) + [.alternative(to: name)]
  }

  private mutating func refuse(_ reason: String) -> [Call] { withdraw(.refused(reason)) }

  private mutating func withdraw(_ next: State) -> [Call] {
    guard state != .absent, state != next else { return [] }
    if case .refused = state { return [] }
    let hadServices = state == .registering || state == .announced
    state = next
    if hadServices { attempt += 1 }
    return hadServices ? (group.map { [.reset(group: $0)] } ?? []) : []
  }
}

extension BusValue {
  /// A received text or object path.
  fileprivate var text: String? {
    switch self {
    case .string(let text), .objectPath(let text): text
    default: nil
    }
  }

  /// A received integer.
  fileprivate var number: Int64? { if case .integer(let number) = self { number } else { nil } }
}
