import ServerSupport
import Testing

@Suite("Hosts that only this machine can reach")
struct LoopbackHostTests {
  @Test(
    "localhost, ::1 and IPv4 addresses with 127 are loopback hosts, and names that only look like them are not",
    arguments: [
      ("localhost", true), ("LocalHost", true), ("127.0.0.1", true), ("127.255.0.9", true), ("::1", true),
      ("[::1]", true), ("0.0.0.0", false), ("::", false), ("128.0.0.1", false), ("127.example.org", false),
      ("127.0.0.example", false), ("127.0.0", false), ("127.0.0.1.example.org", false), ("١٢٧.0.0.1", false),
      ("localhost.example.org", false), ("", false),
    ])
  func table(host: String, isLoopback: Bool) { #expect(LoopbackHost.contains(host) == isLoopback) }
}
