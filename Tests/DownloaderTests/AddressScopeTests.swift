import AudioCore
import Downloader
import NIOCore
import Testing

@Suite("The scope of an address")
struct AddressScopeTests {
  static let literals: [(String, AddressScope)] = [
    ("127.0.0.1", .thisMachine), ("127.255.255.254", .thisMachine), ("0.0.0.0", .thisMachine),
    ("0.1.2.3", .thisMachine),
    ("::", .thisMachine), ("::1", .thisMachine), ("::ffff:127.0.0.1", .thisMachine), ("::127.0.0.1", .thisMachine),
    ("64:ff9b::7f00:1", .thisMachine), ("2002:7f00:1::", .thisMachine), ("::ffff:0.0.0.0", .thisMachine),
    ("169.254.0.1", .link), ("169.254.169.254", .link), ("fe80::1", .link), ("febf::1", .link), ("224.0.0.251", .link),
    ("255.255.255.255", .link), ("ff02::fb", .link), ("::ffff:169.254.169.254", .link),
    ("10.0.0.1", .privateNetwork), ("172.16.0.1", .privateNetwork), ("172.31.255.255", .privateNetwork),
    ("192.168.1.1", .privateNetwork), ("100.64.0.1", .privateNetwork), ("100.127.255.255", .privateNetwork),
    ("fc00::1", .privateNetwork), ("fdff::1", .privateNetwork), ("fec0::1", .privateNetwork),
    ("::ffff:192.168.1.1", .privateNetwork), ("64:ff9b::a00:1", .privateNetwork), ("2002:c0a8:101::1", .privateNetwork),
    ("8.8.8.8", .everywhere), ("126.255.255.255", .everywhere), ("128.0.0.1", .everywhere), ("172.15.0.1", .everywhere),
    ("172.32.0.1", .everywhere), ("192.167.1.1", .everywhere), ("192.169.1.1", .everywhere),
    ("100.63.255.255", .everywhere), ("100.128.0.1", .everywhere), ("169.253.0.1", .everywhere),
    ("11.0.0.1", .everywhere), ("9.255.255.255", .everywhere), ("2001:4860:4860::8888", .everywhere),
    ("64:ff9b::808:808", .everywhere), ("::ffff:8.8.8.8", .everywhere), ("2002:808:808::1", .everywhere),
    ("fbff::1", .everywhere),
  ]

  @Test("a literal address has its scope as a socket address and as a host", arguments: literals)
  func literal(text: String, scope: AddressScope) throws {
    #expect(AddressScope(try SocketAddress(ipAddress: text, port: 80)) == scope)
    #expect(AddressScope(host: text) == scope)
  }

  @Test(
    "a host has its scope in every notation that resolvers accept, and other names have none",
    arguments: [
      ("2130706433", AddressScope?.some(.thisMachine)), ("0x7f000001", .thisMachine), ("0x7f.1", .thisMachine),
      ("0177.0.0.1", .thisMachine), ("127.1", .thisMachine), ("0", .thisMachine), ("0xa9fea9fe", .link),
      ("192.168.257", .privateNetwork), ("0xc0.0xa8.1.1", .privateNetwork), ("134744072", .everywhere),
      ("fe80::1%eth0", .link), ("localhost", .thisMachine), ("LOCALHOST.", .thisMachine), ("a.localhost", .thisMachine),
      ("127.example.org", nil), ("10.radio.example", nil), ("localhost.example.org", nil), ("radio.example", nil),
      ("fe80.example", nil), ("999.1.1.1", nil),
    ])
  func notations(host: String, scope: AddressScope?) {
    #expect(AddressScope(host: host) == scope)
  }

  @Test(
    "addresses of this machine and of link-local networks count as local",
    arguments: [
      ("http://localhost/", true), ("http://127.0.0.1:8000/", true), ("http://[::1]/", true),
      ("http://169.254.1.1/", true), ("http://[fe80::1]/", true), ("http://example.org/", false),
      ("http://10.0.0.1/", false),
    ])
  func local(text: String, isLocal: Bool) throws {
    #expect(try StreamURL(text).isLocal == isLocal)
  }
}
