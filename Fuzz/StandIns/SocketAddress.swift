public import Glibc

/// Stands in for NIO's type of this name, so that the rules on addresses can be fuzzed without building NIO.
public enum SocketAddress {
  /// A host's address and port.
  public struct Host<Raw> {
    /// The system's structure.
    public let address: Raw
  }
  /// IPv4.
  case v4(Host<sockaddr_in>)
  /// IPv6.
  case v6(Host<sockaddr_in6>)
  /// A path.
  case unixDomainSocket(String)
}
