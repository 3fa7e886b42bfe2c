import Bytes
import Glibc
package import NIOCore

/// The client of a TCP connection, as connections and wrong secrets are counted: an IPv4 address, or the /64 network of
/// an IPv6 address, since one machine may use any number of addresses in it.
package enum ClientAddress: Hashable, Sendable {
  /// An IPv4 address, in host byte order; also one that is mapped to IPv6 (RFC 4291, section 2.5.5.2).
  case ipv4(UInt32)
  /// The upper 64 bits of an IPv6 address.
  case ipv6Network(UInt64)

  /// A client whose connection has closed already.
  package static let unknown = ClientAddress.ipv4(0)

  /// True for an address of this machine that no other machine can use.
  package var isLoopback: Bool {
    switch self {
    case .ipv4(let address): address >> 24 == 127
    case .ipv6Network(let network): network == 0  // ::1
    }
  }

  /// The client at `address`; nil for a Unix socket.
  package init?(_ address: SocketAddress?) {
    // The address lies behind the family and the port, and in IPv6 behind the flow label too.
    switch address {
    case .v4(let address):
      self = .ipv4(UInt32(bigEndianBytes: withUnsafeBytes(of: address.address) { Array($0[4..<8]) }))
    case .v6(let address): self = Self.ipv6(withUnsafeBytes(of: address.address) { Array($0[8..<24]) })
    case .unixDomainSocket, nil: return nil
    }
  }

  private static func ipv6(_ bytes: [UInt8]) -> ClientAddress {
    let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
    if isMapped { return .ipv4(UInt32(bigEndianBytes: bytes[12...])) }
    return .ipv6Network(UInt64(bigEndianBytes: bytes[..<8]))
  }
}
