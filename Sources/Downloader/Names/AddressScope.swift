public import AudioCore
import Glibc
public import NIOCore

/// How far an address reaches. A public server may name only addresses that are public themselves.
///
/// The ranges are those of the IANA special-purpose registries (RFC 6890) that a home network or a host uses for
/// itself. For an IPv6 address that carries an IPv4 address (mapped, compatible, translated, 6to4), the IPv4 address
/// decides.
public enum AddressScope: Sendable, Equatable, CaseIterable {
  /// Loopback, and the unspecified addresses, which lead to loopback.
  case thisMachine
  /// Link-local, multicast, reserved and broadcast addresses: the same cable.
  case link
  /// Private networks, the shared addresses of providers (RFC 6598), and unique local addresses.
  case privateNetwork
  /// All other addresses: the Internet.
  case everywhere

  /// The scope of `address`.
  public init(_ address: SocketAddress) {
    // The address lies behind the family and the port, and in IPv6 behind the flow label too.
    switch address {
    case .v4(let address): self.init(ipv4: withUnsafeBytes(of: address.address) { Array($0[4..<8]) })
    case .v6(let address): self.init(ipv6: withUnsafeBytes(of: address.address) { Array($0[8..<24]) })
    case .unixDomainSocket: self = .thisMachine
    }
  }

  /// The scope of a host that is an IP address, in any notation of the system's resolver (`2130706433`, `0x7f.1`), or a
  /// name of this machine. Nil for other names, whose scope only a lookup can find out.
  public init?(host: String) {
    var name = host.lowercased()
    if name.hasSuffix(".") { name.removeLast() }
    if ["localhost", "localhost.localdomain", "ip6-localhost", "ip6-loopback"].contains(name)
      || name.hasSuffix(".localhost")
    {
      self = .thisMachine
      return
    }
    guard let bytes = IPLiteral.bytes(of: name) else { return nil }
    if bytes.count == 4 { self.init(ipv4: bytes) } else { self.init(ipv6: bytes) }
  }

  /// `bytes` are the 4 bytes of an IPv4 address, in network order.
  private init(ipv4 bytes: [UInt8]) {
    switch (bytes[0], bytes[1]) {
    case (0, _), (127, _): self = .thisMachine
    case (169, 254), (224..., _): self = .link
    case (10, _), (172, 16...31), (192, 168), (100, 64...127): self = .privateNetwork
    default: self = .everywhere
    }
  }

  /// `bytes` are the 16 bytes of an IPv6 address, in network order.
  private init(ipv6 bytes: [UInt8]) {
    let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
    let isCompatible = bytes[..<12].allSatisfy { $0 == 0 }  // also :: and ::1
    let isTranslated = bytes[..<12].elementsEqual([0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0])  // RFC 6052
    switch (bytes[0], bytes[1]) {
    case _ where isMapped || isCompatible || isTranslated: self.init(ipv4: Array(bytes[12...]))
    case (0x20, 0x02): self.init(ipv4: Array(bytes[2..<6]))  // 6to4
    case (0xFE, 0x80...0xBF), (0xFF, _): self = .link
    case (0xFC...0xFD, _), (0xFE, 0xC0...0xFF): self = .privateNetwork
    default: self = .everywhere
    }
  }

  /// The scope in words, as a phrase that follows a host name.
  var words: String {
    switch self {
    case .thisMachine: "an address of this machine"
    case .link: "an address of the local link"
    case .privateNetwork: "an address of a private network"
    case .everywhere: "a public address"
    }
  }
}

extension StreamURL {
  /// The scope of the host, as far as its name shows it; nil for names that need a lookup.
  public var scope: AddressScope? { AddressScope(host: host) }

  /// False for an address whose text shows that it belongs to this machine, the local link or a private network, and
  /// for text that is not an address. A name without a dot, or with one of ``privateSuffixes``, belongs to a private
  /// network.
  public static func isPublic(_ address: String) -> Bool {
    guard let url = try? StreamURL(address) else { return false }
    guard let scope = url.scope else { return !url.hasPrivateName }
    return scope == .everywhere
  }

  /// The last parts of names that no public name server knows: RFC 6762 (`local`), RFC 8375 (`home.arpa`), ICANN's
  /// resolution 2024.07.29.06 (`internal`), and those that routers use by themselves (RFC 6762, appendix G).
  private static let privateSuffixes = [
    "local", "home.arpa", "internal", "lan", "home", "localdomain", "intranet", "corp", "private",
  ]

  private var hasPrivateName: Bool {
    var name = host.lowercased()
    if name.utf8.last == UInt8(ascii: ".") { name.removeLast() }
    return !name.utf8.contains(UInt8(ascii: ".")) || Self.privateSuffixes.contains { name.hasSuffix("." + $0) }
  }

  /// True for names and literal addresses of this machine, and for addresses of the local link.
  public var isLocal: Bool { scope == .thisMachine || scope == .link }
}
