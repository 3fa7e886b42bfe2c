import DBus
import MDNS
import Testing

@Suite("The steps of an announcement at Avahi")
struct AvahiRegistrationTests {
  private typealias Call = AvahiRegistration.Call
  private static let service = AnnouncedService(type: "_mpd._tcp", host: "::", port: 6600)
  private static let page = AnnouncedService(type: "_http._tcp", host: "::", port: 8080, properties: ["path=/"])
  private static let group = "/Client1/EntryGroup1"
  private static let collision = AvahiRegistration.Answer.failure(
    name: "org.freedesktop.Avahi.CollisionError", text: "Local name collision")

  /// The calls that give both services to Avahi.
  private static func calls(name: String) -> [Call] {
    [
      .add(service, name: name, group: group), .add(page, name: name, group: group), .commit(group: group),
    ]
  }

  /// A registration whose services were given to a running Avahi.
  private static func registered(name: String = "Radio") -> AvahiRegistration {
    var registration = AvahiRegistration([service, page], name: name)
    #expect(registration.ownerChanged(to: ":1.5") == [.serverState])
    #expect(registration.answered(.serverState, of: registration.attempt, .results([.integer(2)])) == [.newGroup])
    let calls = registration.answered(.newGroup, of: registration.attempt, .results([.objectPath(group)]))
    #expect(calls == Self.calls(name: registration.name))
    #expect(registration.state == .registering)
    return registration
  }

  @Test("a running Avahi gets the services at once, and they count as announced when it says so")
  func plain() {
    var registration = Self.registered()
    #expect(registration.groupChanged(to: 1, path: Self.group, reason: "") == [])
    #expect(registration.state == .registering)
    #expect(registration.groupChanged(to: 2, path: "/Client2/EntryGroup1", reason: "") == [])
    #expect(registration.state == .registering, "the group of another program")
    #expect(registration.groupChanged(to: 2, path: Self.group, reason: "") == [])
    #expect(registration.state == .announced)
  }

  @Test(
    "a name that another service has is replaced by Avahi's next one, on this machine and on another",
    arguments: [true, false])
  func rename(isLocal: Bool) {
    var registration = Self.registered()
    let old = registration.attempt
    let calls =
      isLocal
      ? registration.answered(
        .add(Self.service, name: "Radio", group: Self.group), of: registration.attempt, Self.collision)
      : registration.groupChanged(to: 3, path: Self.group, reason: "")
    #expect(calls == [.reset(group: Self.group), .alternative(to: "Radio")])
    #expect(registration.answered(.commit(group: Self.group), of: old, Self.collision) == [], "the earlier attempt")
    let next = registration.answered(
      .alternative(to: "Radio"), of: registration.attempt, .results([.string("Radio #2")]))
    #expect(next == Self.calls(name: "Radio #2"))
    #expect(registration.name == "Radio #2")
  }

  @Test("a network on which every name is taken gets an end of attempts")
  func manyRenames() {
    var registration = Self.registered()
    var attempts = 0
    while case .registering = registration.state, attempts < 1000 {
      attempts += 1
      _ = registration.groupChanged(to: 3, path: Self.group, reason: "")
      _ = registration.answered(
        .alternative(to: registration.name), of: registration.attempt, .results([.string("Radio #\(attempts)")]))
    }
    #expect(attempts == 51)
    #expect(registration.state == .refused("too many others have the name Radio"))
  }

  @Test("while the machine's own name is checked the services are withdrawn, and then they are given again")
  func hostName() {
    var registration = Self.registered()
    #expect(registration.serverChanged(to: 3) == [.reset(group: Self.group)])
    #expect(registration.state == .waiting)
    #expect(registration.serverChanged(to: 1) == [])
    #expect(registration.serverChanged(to: 2) == Self.calls(name: "Radio"))
    #expect(registration.serverChanged(to: 2) == [], "once is enough")
  }

  @Test("when Avahi ends, nothing is called, and the next Avahi gets the services under the first name")
  func restart() {
    var registration = Self.registered()
    _ = registration.groupChanged(to: 3, path: Self.group, reason: "")
    let attempt = registration.attempt
    #expect(registration.ownerChanged(to: nil) == [])
    #expect(registration.state == .absent)
    #expect(
      registration.answered(.alternative(to: "Radio"), of: attempt, .results([.string("Radio #2")])) == [])
    #expect(registration.serverChanged(to: 2) == [])
    #expect(registration.ownerChanged(to: ":1.9") == [.serverState])
    #expect(registration.serverChanged(to: 2) == [.newGroup])
    #expect(registration.serverChanged(to: 2) == [], "the group was asked for")
    #expect(registration.name == "Radio")
  }

  @Test("an Avahi that refuses is left alone until the next one starts, and its reason is kept")
  func refusal() {
    var registration = Self.registered()
    let refused = AvahiRegistration.Answer.failure(
      name: "org.freedesktop.Avahi.NotPermittedError", text: "Not permitted")
    let commit = Call.commit(group: Self.group)
    #expect(registration.answered(commit, of: registration.attempt, refused) == [.reset(group: Self.group)])
    #expect(registration.state == .refused("Not permitted"))
    #expect(registration.serverChanged(to: 2) == [])
    #expect(registration.ownerChanged(to: nil) == [])
    #expect(registration.ownerChanged(to: ":1.9") == [.serverState])
  }

  @Test("answers of odd types end in a refusal or in nothing")
  func oddAnswers() {
    var registration = AvahiRegistration([Self.service], name: "Radio")
    #expect(registration.answered(.findOwner, of: 0, .results([])) == [])
    #expect(registration.ownerChanged(to: ":1.5") == [.serverState])
    #expect(registration.answered(.serverState, of: registration.attempt, .results([.string("2")])) == [])
    #expect(registration.serverChanged(to: 2) == [.newGroup])
    #expect(registration.answered(.newGroup, of: registration.attempt, .results([.integer(1)])) == [])
    #expect(registration.state == .refused("its answer is not understood"))
  }

  @Test("a name has at most 63 bytes, and is cut between characters")
  func names() {
    let registration = AvahiRegistration([Self.service], name: String(repeating: "ü", count: 40))
    #expect(registration.name == String(repeating: "ü", count: 31))
  }

  @Test(
    "an IPv4 address is announced by IPv4 only",
    arguments: [
      ("0.0.0.0", AnnouncedService.Versions.four), ("192.168.1.2", .four), ("::", .both), ("fd00::1", .both),
      ("radio.local", .both), ("10", .four),
    ])
  func versions(host: String, versions: AnnouncedService.Versions) {
    #expect(AnnouncedService(type: "_mpd._tcp", host: host, port: 1).versions == versions)
  }
}
