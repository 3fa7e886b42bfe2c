import Logging
import MDNS
import TestSupport
import Testing

@Suite(
  "Services on a network with Avahi", .serialized,
  .enabled(if: AvahiServer.isAvailable, "\(AvahiServer.requirement)"), .timeLimit(.minutes(1 * TestTime.waitScale)))
struct RealAvahiTests {
  private static let services = [
    AnnouncedService(type: "_http._tcp", host: "0.0.0.0", port: 8600, properties: ["path=/"]),
    AnnouncedService(type: "_mpd._tcp", host: "::", port: 6600),
  ]

  private func announcer(
    _ name: String, services: [AnnouncedService] = Self.services, on bus: SessionBusServer
  ) -> ServiceAnnouncer {
    let address = bus.address
    return ServiceAnnouncer(services, name: name, logger: Logger(label: "mdns"), busAddress: { address })
  }

  /// The lines of avahi-browse that begin with `sign`, with the characters for its `\032`.
  private func lines(_ sign: Character, of browser: ProcessRunner) -> [String] {
    String(decoding: browser.output, as: UTF8.self).split(separator: "\n").filter { $0.first == sign }
      .map(Self.unescaped)
  }

  /// Replaces backslashes with three decimal digits by the bytes that they stand for.
  private static func unescaped(_ line: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = line.utf8[...]
    while let byte = rest.popFirst() {
      let code = byte == UInt8(ascii: "\\") ? UInt8(String(rest.prefix(3)) ?? "") : nil
      bytes.append(code ?? byte)
      if code != nil { rest = rest.dropFirst(3) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func waits(_ comment: Comment, _ browser: ProcessRunner, _ sign: Character, _ parts: String...) {
    let isSeen = ProcessRunner.eventually(within: .seconds(20)) {
      lines(sign, of: browser).contains { line in parts.allSatisfy(line.contains) }
    }
    #expect(isSeen, "\(comment): \(lines(sign, of: browser)) \(browser.errorText)")
  }

  @Test("another machine finds both services by name, with port and path, and sees them go")
  func twoMachines() async throws {
    let network = try NetworkNamespace()
    let (bus, otherBus) = (try SessionBusServer(), try SessionBusServer())
    let avahi = try AvahiServer(on: bus, side: .inside, of: network, host: "radiohost")
    let other = try AvahiServer(on: otherBus, side: .outside, of: network, host: "phone")
    let (http, mpd) = (try other.browse("_http._tcp"), try other.browse("_mpd._tcp"))
    let radio = announcer("SpringRadio on küche; \"1\"", on: bus)
    radio.start()
    waits("HTTP is found", http, "=", "küche", "radiohost.local;\(network.inside);8600;\"path=/\"")
    waits("MPD is found", mpd, "=", "radiohost.local;", ";6600;")
    #expect(!lines("=", of: http).contains { $0.contains(";IPv6;") }, "what listens on IPv4 is found by IPv4 only")
    await radio.stop()
    waits("HTTP says goodbye", http, "-", "küche")
    waits("MPD says goodbye", mpd, "-", "küche")
    avahi.stop()
  }

  @Test("services are announced when Avahi starts after the radio, and again when it restarts")
  func lateAvahi() async throws {
    let network = try NetworkNamespace()
    let bus = try SessionBusServer()
    let radio = announcer("Late", on: bus)
    radio.start()
    let first = try AvahiServer(on: bus, side: .inside, of: network, host: "radiohost")
    waits("the radio is found", try first.browse("_mpd._tcp"), "=", ";Late;", ";6600;")
    first.stop()
    let second = try AvahiServer(on: bus, side: .inside, of: network, host: "radiohost")
    waits("the radio is found again", try second.browse("_mpd._tcp"), "=", ";Late;", ";6600;")
    await radio.stop()
  }

  @Test("of radios with one name, on one machine and on two, each is found by a name of its own")
  func oneName() async throws {
    let network = try NetworkNamespace()
    let (bus, otherBus) = (try SessionBusServer(), try SessionBusServer())
    let avahi = try AvahiServer(on: bus, side: .inside, of: network, host: "radiohost")
    let other = try AvahiServer(on: otherBus, side: .outside, of: network, host: "otherhost")
    let browser = try avahi.browse("_mpd._tcp")
    let first = announcer("Kitchen", on: bus)
    first.start()
    waits("the first", browser, "=", ";Kitchen;")
    // Avahi takes equal services of one machine for the same one.
    let others = [AnnouncedService(type: "_mpd._tcp", host: "::", port: 6601)]
    let second = announcer("Kitchen", services: others, on: bus)
    second.start()
    waits("the second on this machine", browser, "=", ";Kitchen #2;", "radiohost.local")
    let third = announcer("Kitchen", on: otherBus)
    third.start()
    waits("the one on the other machine", browser, "=", ";Kitchen #3;", "otherhost.local")
    for radio in [first, second, third] { await radio.stop() }
    _ = other
  }
}
