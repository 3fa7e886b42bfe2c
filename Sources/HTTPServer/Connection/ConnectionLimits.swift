import Bytes
import Glibc
import NIOCore

/// The limits of one connection.
package struct ConnectionLimits: Sendable {
  /// Longest head of a request, in bytes.
  package var headBytes = 16 << 10
  /// Longest usual body of a request, in bytes. Only few longer ones are received at a time
  /// (``ConnectionCounts/mostLongBodies``).
  package static let bodyBytes = 64 << 10
  /// Longest time from the connection, or from the first byte of a further request, to the end of the head.
  package var headTime = TimeAmount.seconds(5)
  /// Longest time from the end of the head to the end of the body, and for each ``bodyBytes`` of a longer one.
  package var bodyTime = TimeAmount.seconds(5)
  /// Longest time from the end of one answer to the next request.
  package var idleTime = TimeAmount.seconds(60)
  /// Longest time a client may take no bytes although some wait for it.
  package var stallTime = TimeAmount.seconds(30)
  /// Longest time a client may take to close after the server has sent its last answer and closed its sending side.
  package var closingTime = TimeAmount.seconds(2)
  /// A stream that was silent for this time sends its comment (``HTTPAnswer/comment``).
  package var commentTime = TimeAmount.seconds(15)

  /// Longest time an answer waits for a command to be obeyed.
  package var timeout = Duration.seconds(1)

  /// The bytes that may wait for a client outside the system's own buffer. Above the high mark the client counts as
  /// behind.
  static let writeMarks = ChannelOptions.Types.WriteBufferWaterMark(low: 4 << 10, high: 16 << 10)
  /// The send buffer that the server requests from the system for each client, in bytes. Its size bounds how far a
  /// client that does not read can fall behind.
  package var sendBufferBytes = 64 << 10

  /// The default limits.
  package init() {}
}

/// The client of a TCP connection, as wrong secrets are counted: an IPv4 address, or the /64 network of an IPv6
/// address, since one machine may use any number of addresses in it.
package enum ClientAddress: Hashable, Sendable {
  /// An IPv4 address, in host byte order; also one that is mapped to IPv6 (RFC 4291, section 2.5.5.2).
  case ipv4(UInt32)
  /// The upper 64 bits of an IPv6 address.
  case ipv6Network(UInt64)

  /// A client whose connection has closed already.
  package static let unknown = ClientAddress.ipv4(0)

  /// The client at `address`; nil for a Unix socket.
  package init?(_ address: SocketAddress?) {
    switch address {
    case .v4(let address): self = .ipv4(UInt32(bigEndian: address.address.sin_addr.s_addr))
    case .v6(let address): self = Self.ipv6(withUnsafeBytes(of: address.address.sin6_addr) { Array($0) })
    case .unixDomainSocket, nil: return nil
    }
  }

  private static func ipv6(_ bytes: [UInt8]) -> ClientAddress {
    let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
    if isMapped { return .ipv4(UInt32(bigEndianBytes: bytes[12...])) }
    return .ipv6Network(UInt64(bigEndianBytes: bytes[..<8]))
  }
}
