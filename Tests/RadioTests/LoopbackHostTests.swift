import Radio
import Testing

@Suite("What only this machine can reach")
struct LoopbackHostTests {
  @Test(
    "is written in few ways, and what merely looks like it is none",
    arguments: [
      ("localhost", true), ("LocalHost", true), ("127.0.0.1", true), ("127.255.0.9", true), ("::1", true),
      ("[::1]", true), ("0.0.0.0", false), ("::", false), ("128.0.0.1", false), ("127.example.org", false),
      ("127.0.0.example", false), ("127.0.0", false), ("127.0.0.1.example.org", false), ("١٢٧.0.0.1", false),
      ("localhost.example.org", false), ("", false),
    ])
  func table(host: String, isLoopback: Bool) { #expect(LoopbackHost.contains(host) == isLoopback) }
}
