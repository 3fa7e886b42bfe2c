import JSON
import TestSupport
import Testing
import WebServer

@Suite("Addresses for other devices")
struct ReachableAddressesTests {
  private static let devices: [ReachableAddresses.Device] = [
    .init(name: "lo", address: "127.0.0.1"), .init(name: "lo", address: "::1"),
    .init(name: "docker0", address: "172.17.0.1"), .init(name: "wg0", address: "10.9.0.2"),
    .init(name: "wlan0", address: "fe80::1"), .init(name: "wlan0", address: "2001:db8::7"),
    .init(name: "wlan0", address: "192.168.1.7"), .init(name: "enp3s0", address: "169.254.3.4"),
  ]

  @Test(
    "a server on all devices is reached at those of a home's network first; one on the loopback is not",
    arguments: [
      (nil, []), ("127.0.0.1", []), ("localhost", []), ("::1", []), ("192.168.1.7", ["192.168.1.7"]),
      ("radio.example", ["radio.example"]), ("2001:db8::7", ["[2001:db8::7]"]),
      ("0.0.0.0", ["192.168.1.7", "10.9.0.2"]), ("::", ["192.168.1.7", "[2001:db8::7]", "10.9.0.2"]),
    ] as [(String?, [String])])
  func hosts(_ host: String?, _ expected: [String]) {
    #expect(ReachableAddresses.hosts(of: host) { Self.devices } == expected)
  }

  @Test("many devices give at most 6 addresses")
  func bound() {
    let many = (0..<500).map { ReachableAddresses.Device(name: "eth\($0)", address: "10.0.\($0 / 250).\($0 % 250)") }
    #expect(ReachableAddresses.hosts(of: "0.0.0.0") { many }.count == ReachableAddresses.maximumCount)
  }

  @Test("where devices cannot be listed, the addresses are those of outgoing packets, which the system has")
  func outgoing() {
    let outgoing = ReachableAddresses.Device.outgoing
    let all = Set(ReachableAddresses.Device.now().map(\.address))
    #expect(outgoing.allSatisfy { all.contains($0.address) }, "\(outgoing)")
  }

  @Test("the system's devices can be read, and the endpoint names the port that is really open")
  func endpoint() async throws {
    #expect(ReachableAddresses.Device.now().contains { $0.address == "127.0.0.1" })
    try await TestRadio.with({
      $0.host = "0.0.0.0"
      $0.token = "a token of sixteen"
    }) { radio in
      let answer = try JSONReader.read(Array(radio.ask("GET", "/api/addresses").body.utf8))
      #expect(answer["hasToken"]?.flag == true && answer["isOpen"]?.flag == true)
      for address in answer["addresses"]?.elements ?? [] {
        #expect(address.text?.hasSuffix(":\(radio.port)/") == true && address.text?.hasPrefix("http://") == true)
      }
    }
    try await TestRadio.with { radio in
      let body = try radio.ask("GET", "/api/addresses").body
      #expect(body.contains(#""addresses":[]"#) && body.contains(#""isOpen":false"#))
    }
  }
}
