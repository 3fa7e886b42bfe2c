import Foundation
import Synchronization
import TestSupport
import Testing

@Suite(
  "Faults of the network", .ownThreads,
  .enabled(if: NetworkNamespace.isAvailable, "\(NetworkNamespace.requirement)"))
struct NetworkFaultTests {
  /// All scenarios of this suite run at the same time; each test checks one.
  init() { for scenario in Self.scenarios { scenario.start() } }

  private static let scenarios = [
    deaf, falselySilent, slow, lossy, namelessHosts, silentResolver, resolverBack, deadNameServer, swallowedIPv6,
    deadFirstAddress, deadIPv6, unplugged,
    otherAddress, noRoute,
  ]

  /// 128 kbit/s.
  private static let bytesPerSecond = 16000
  private static let recording = SignalSource.Recording(.music, seconds: 9)

  /// A live station that is 4 s ahead of its listeners, like Icecast.
  private static func station(on address: String) throws -> ScriptedServer {
    let audio = try SignalSource.shared.bytes(recording, as: .mp3(kilobits: 128))
    let start = ContinuousClock.now - .seconds(9)
    return try ScriptedServer(on: address) { call in
      call.answer(headers: ["Content-Type: audio/mpeg"])
      call.broadcast(audio, bytesPerSecond: bytesPerSecond, burst: 4 * bytesPerSecond, onAirSince: start)
    }
  }

  /// A radio in `network`, whose frontends can be reached from outside.
  private static func serve(_ url: String, in network: NetworkNamespace) throws -> FaultWatch {
    try .serving(url, in: network)
  }

  /// A radio that plays before the fault begins.
  private static func listener(
    to url: String, in network: NetworkNamespace, of scenario: FaultScenario
  ) throws -> FaultWatch {
    let radio = try serve(url, in: network)
    scenario.expect(radio.waits(for: "playing MP3", within: 6), in: 0...6, radio.text)
    return radio
  }

  // MARK: - Packets

  private static let deaf = FaultScenario { scenario in
    let network = try NetworkNamespace()
    let server = try station(on: network.outside)
    try network.drop("tcp sport \(server.port)")
    let radio = try serve(server.url, in: network)
    let reported = radio.waits(for: "no answer from \(network.outside) port \(server.port) after 5 s", within: 9)
    scenario.expect(reported, in: 4.5...6.2, radio.text)
    let open = radio.seconds
    try network.dropNothing()
    let back = radio.waits(for: "playing MP3", after: open, within: 12)
    scenario.expect(back.map { $0 - open }, in: 0...5, "the station did not come back by itself:\n\(radio.text)")
    scenario.expectModesty(of: radio)
  }

  @Test("2: when packets are dropped from the start, radiod reports no answer after 5 s, and plays once they pass")
  func packetsDroppedFromTheStart() { Self.deaf.check() }

  private static let falselySilent = FaultScenario { scenario in
    let network = try NetworkNamespace()
    let server = try station(on: network.outside)
    let radio = try serve(server.url, in: network)
    guard let playing = radio.waits(for: "playing MP3", within: 6) else { return scenario.expect(false, radio.text) }
    let cut = radio.seconds
    try network.drop("tcp sport \(server.port)")
    let rebuffering = radio.waits(for: "out of sound", after: cut, within: 9)
    scenario.expect(rebuffering.map { $0 - playing }, in: 2.5...7, "what was buffered is played on:\n\(radio.text)")
    let stalled = radio.waits(for: "sent no sound for 10 s", after: cut, within: 14)
    scenario.expect(stalled.map { $0 - cut }, in: 9...12, radio.text)
    let open = radio.seconds
    try network.dropNothing()
    let back = radio.waits(for: "playing MP3", after: open, within: 8)
    scenario.expect(back.map { $0 - open }, in: 0...3, radio.text)
    scenario.expect(server.callCount == 2, "\(server.callCount) connections")
    scenario.expectModesty(of: radio)
  }

  @Test("3: when packets are dropped in mid-stream, the buffer plays out, and radiod reconnects after 10 s")
  func packetsDroppedInMidStream() { Self.falselySilent.check() }

  private static let slow = FaultScenario { scenario in
    let network = try NetworkNamespace()
    let server = try station(on: network.outside)
    try network.limit(kilobitsPerSecond: 100)
    let radio = try serve(server.url, in: network)
    let playing = radio.waits(for: "playing MP3", within: 10)
    scenario.expect(playing, in: 0...8, radio.text)
    radio.waitsForEnd(within: 22)
    let rebuffering = radio.lines.filter { $0.text.contains("out of sound") }.map(\.seconds)
    scenario.expect(
      radio.end == nil && !rebuffering.isEmpty, "too fast a line for this test, or an end:\n\(radio.text)")
    for (first, second) in zip(rebuffering, rebuffering.dropFirst()) {
      scenario.expect(second - first > 2, "out of sound twice within \(second - first) s:\n\(radio.text)")
    }
    scenario.expect(server.callCount == 1, "\(server.callCount) connections:\n\(radio.text)")
    scenario.expectModesty(of: radio)
  }

  @Test("26: at 100 kbit/s, a station of 128 kbit/s alternates between sound and rebuffering on one connection")
  func rateBelowNeed() { Self.slow.check() }

  private static let lossy = FaultScenario { scenario in
    let network = try NetworkNamespace()
    let server = try station(on: "127.0.0.1")
    var faults = MutatingProxy.Faults()
    (faults.delay, faults.jitter) = (.milliseconds(200), .milliseconds(300))
    let proxy = try MutatingProxy(to: server.port, on: network.outside, faults: faults)
    try network.drop("numgen random mod 20 == 0")
    let radio = try serve(proxy.url(), in: network)
    let playing = radio.waits(for: "playing MP3", within: 8)
    scenario.expect(playing, in: 0...6, radio.text)
    radio.waitsForEnd(within: 15)
    scenario.expect(radio.end == nil && radio.count(of: "out of sound") == 0, radio.text)
    scenario.expect(server.callCount == 1, "\(server.callCount) connections:\n\(radio.text)")
    scenario.expectModesty(of: radio)
  }

  @Test("27: delay, jitter and a loss of 5 % of the packets cause no underrun")
  func lossAndJitter() { Self.lossy.check() }

  // MARK: - Names

  private static let namelessHosts = FaultScenario { scenario in
    let network = try NetworkNamespace()
    let names = try NameServer(on: network.outside) { $0 == "broken.test" ? .failure : .noSuchName }
    for host in ["nowhere.test", "broken.test"] {
      let radio = try serve("http://\(host)/", in: network)
      let reported = radio.waits(for: "cannot find the host \(host)", within: 5)
      scenario.expect(reported, in: 0...1.7, radio.text)
      scenario.expect(names.names.contains(host), "\(names.names)")
      scenario.expect(radio.waits(for: "reconnecting", within: 1), in: 0...3, radio.text)
      scenario.expectModesty(of: radio)
      scenario.expect(radio.process.terminate() == 0, radio.text)
    }
  }

  @Test("28: the error for a host that does not exist, or that the resolver cannot find, names it within 1.7 s")
  func unknownNames() { Self.namelessHosts.check() }

  private static let silentResolver = FaultScenario { scenario in
    let network = try NetworkNamespace()
    // The C library asks again after 20 s, and gives up after 100 s.
    try network.setNameServers([network.outside], options: ["timeout:20", "attempts:5"])
    let names = try NameServer(on: network.outside) { _ in .silent }
    let radio = try serve("http://silent.test/", in: network)
    let noticed = radio.waits(for: "the name server does not answer yet: still looking for silent.test", within: 30)
    scenario.expect(noticed != nil, radio.text)
    let questions = names.names
    scenario.expect(questions.contains("silent.test"), "\(questions)")
    let givenUp = radio.waits(for: "cannot find the host silent.test", within: 45)
    scenario.expect(noticed ?? .infinity < givenUp ?? 0, "the lookup was not given up after that:\n\(radio.text)")
    scenario.expect(names.names == questions, "given up after 20 s:\n\(radio.text)")
    // The C library still looks for the host, and another try runs or is due: radiod still obeys a stop.
    scenario.expect(radio.waits(for: "reconnecting", within: 5) != nil, radio.text)
    let asked = radio.seconds
    radio.process.signal(SIGTERM)
    scenario.expect(radio.waitsForEnd(within: 5).map { $0 - asked }, in: 0...2, "the stop was not obeyed")
    scenario.expect(radio.process.exitCode == 0, radio.text)
    scenario.expectModesty(of: radio)
  }

  @Test("28: a silent resolver is reported, given up before the C library asks again after 20 s, and a stop is obeyed")
  func resolverSilent() { Self.silentResolver.check() }

  private static let resolverBack = FaultScenario { scenario in
    let network = try NetworkNamespace()
    let server = try station(on: network.outside)
    let isUp = Mutex(false)
    let outside = network.outside
    let names = try NameServer(on: outside) { _ in isUp.withLock { $0 } ? .addresses([outside]) : .failure }
    let radio = try serve("http://later.test:\(server.port)/", in: network)
    radio.waits(for: "later.test", within: 5)
    isUp.withLock { $0 = true }
    let up = radio.seconds
    // Tries start after 0, 1 and 2 s, a fifth more or less.
    let back = radio.waits(for: "playing MP3", after: up, within: 8)
    scenario.expect(back.map { $0 - up }, in: 0...4, "\(radio.text)\(names.names)")
  }

  @Test("28: when the resolver works again, the station plays without an action of the user")
  func resolverComesBack() { Self.resolverBack.check() }

  private static let deadNameServer = FaultScenario { scenario in
    let network = try NetworkNamespace()
    let server = try station(on: network.outside)
    let (alive, dead) = (network.outside, network.outsideToo)
    try network.setNameServers([dead, alive])
    let silent = try NameServer(on: dead) { _ in .silent }
    let names = try NameServer(on: alive) { _ in .addresses([dead, alive]) }
    let radio = try serve("http://two.test:\(server.port)/", in: network)
    // The C library asks the second name server after 5 s.
    let notice = radio.waits(for: "the name server does not answer yet", within: 12)
    scenario.expect(notice, in: 4...6.5, radio.text)
    let heard = radio.waits(for: "playing MP3", within: 14)
    scenario.expect(heard, in: 4...8, "\(radio.text)\(silent.names)\(names.names)")
    scenario.expect(radio.lines.allSatisfy { !$0.text.contains("reconnecting") }, radio.text)
    scenario.expectModesty(of: radio)
  }

  @Test("28: when the first name server is dead, a host with two addresses plays once the second one answers")
  func firstNameServerDead() { Self.deadNameServer.check() }

  private static let swallowedIPv6 = FaultScenario { scenario in
    let network = try NetworkNamespace()
    let server = try station(on: network.outside)
    let (alive, other) = (network.outside, network.outsideToo)
    let names = try NameServer(on: alive) { _ in .addressesWithoutIPv6([alive, other]) }
    let radio = try serve("http://four.test:\(server.port)/", in: network)
    scenario.expect(radio.waits(for: "playing MP3", within: 12), in: 0...2, "\(radio.text)\(names.names)")
  }

  @Test("28: behind a router that drops questions about IPv6, a station plays within 2 s")
  func ipv6QuestionsSwallowed() { Self.swallowedIPv6.check() }

  private static let deadFirstAddress = FaultScenario { scenario in
    let network = try NetworkNamespace()
    let server = try station(on: network.outside)
    let (alive, dead) = (network.outside, network.outsideToo)
    let names = try NameServer(on: alive) { $0 == "one.test" ? .addresses([dead, alive]) : .addresses([alive, dead]) }
    try network.drop("ip saddr \(dead) meta l4proto tcp")
    // Whichever order the resolver prefers, one of the two hosts has the dead address first.
    for host in ["one.test", "two.test"] {
      let radio = try serve("http://\(host):\(server.port)/", in: network)
      scenario.expect(radio.waits(for: "playing MP3", within: 8), in: 0...2, "\(radio.text)\(names.names)")
    }
  }

  @Test("28: a host whose first address is dead plays from its second one within 2 s")
  func firstAddressDead() { Self.deadFirstAddress.check() }

  private static let deadIPv6 = FaultScenario { scenario in
    let network = try NetworkNamespace()
    let server = try station(on: network.outside)
    try network.setHosts(["\(network.outsideIPv6) both.test", "\(network.outside) both.test"])
    try network.drop("ip6 saddr \(network.outsideIPv6) meta l4proto tcp")
    let radio = try serve("http://both.test:\(server.port)/", in: network)
    scenario.expect(radio.waits(for: "playing MP3", within: 8), in: 0...2, radio.text)
  }

  @Test("28: a host whose IPv6 address is dead plays within 2 s")
  func ipv6Hole() { Self.deadIPv6.check() }

  // MARK: - Link, address, route

  private static let unplugged = FaultScenario { scenario in
    let network = try NetworkNamespace()
    let server = try station(on: network.outside)
    let radio = try listener(to: server.url, in: network, of: scenario)
    try network.setLink(up: false)
    radio.waitsForEnd(within: 3)  // how long the cable is out
    let plugged = radio.seconds
    try network.setLink(up: true)
    // TCP sends again on its own, after up to twice the time that it has waited so far.
    radio.waitsForEnd(within: 7)
    let rebuffering = radio.lines.last { $0.text.contains("out of sound") }
    if let rebuffering {
      let back = radio.waits(for: "playing MP3", after: rebuffering.seconds, within: 1)
      scenario.expect(back.map { $0 - plugged }, in: 0...7, radio.text)
    }
    scenario.expect(radio.end == nil && server.callCount == 1, "\(server.callCount) connections:\n\(radio.text)")
    scenario.expectModesty(of: radio)
  }

  @Test("29: a cable that is unplugged for 3 s costs no connection")
  func cableOut() { Self.unplugged.check() }

  private static let otherAddress = FaultScenario { scenario in
    let network = try NetworkNamespace()
    let server = try station(on: network.outside)
    let radio = try listener(to: server.url, in: network, of: scenario)
    let changed = radio.seconds
    try network.setAddress(network.insideToo, insteadOf: network.inside)
    let stalled = radio.waits(for: "reconnecting", after: changed, within: 14)
    scenario.expect(stalled.map { $0 - changed }, in: 0...12, radio.text)
    let back = radio.waits(for: "playing MP3", after: stalled ?? changed, within: 8)
    scenario.expect(back.map { $0 - (stalled ?? changed) }, in: 0...2, radio.text)
    scenario.expect(server.callCount == 2, "\(server.callCount) connections:\n\(radio.text)")
    scenario.expectModesty(of: radio)
  }

  @Test("29: when the machine's own address changes, radiod reconnects from the new one")
  func addressChanges() { Self.otherAddress.check() }

  private static let noRoute = FaultScenario { scenario in
    let network = try NetworkNamespace()
    let server = try station(on: network.farAway)
    let radio = try listener(to: server.url, in: network, of: scenario)
    let lost = radio.seconds
    try network.setDefaultRoute(false)
    let reported = radio.waits(
      for: "cannot connect to \(network.farAway) port \(server.port): Network is unreachable", after: lost, within: 16)
    scenario.expect(reported.map { $0 - lost }, in: 0...13, radio.text)
    let found = radio.seconds
    try network.setDefaultRoute(true)
    let back = radio.waits(for: "playing MP3", after: found, within: 10)
    // The current back-off is at most 2 s and a fifth.
    scenario.expect(back.map { $0 - found }, in: 0...4, radio.text)
    scenario.expectModesty(of: radio)
  }

  @Test("29: radiod reports a lost default route, and the station plays once the route is back")
  func routeLost() { Self.noRoute.check() }
}
