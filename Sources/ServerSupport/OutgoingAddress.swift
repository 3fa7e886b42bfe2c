import Glibc

/// The addresses from which this machine sends to others. The systemd units forbid the netlink socket that could list
/// all addresses of the machine.
package enum OutgoingAddress {
  /// Returns the IPv4 address as text; nil without a network. Sends no packet.
  package static var ipv4: String? { source(to: "192.0.2.1", AF_INET) }  // for documentation, RFC 5737

  /// Returns the IPv6 address as text, without brackets; nil without a network. Sends no packet.
  package static var ipv6: String? { source(to: "2001:db8::1", AF_INET6) }  // for documentation, RFC 3849

  /// Returns the address from which packets to `destination` would be sent.
  private static func source(to destination: String, _ family: Int32) -> String? {
    var hints = addrinfo()
    hints.ai_family = family
    hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(destination, "9", &hints, &found) == 0, let target = found?.pointee else { return nil }
    defer { freeaddrinfo(found) }
    let descriptor = socket(family, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var (address, size) = (sockaddr_storage(), socklen_t(MemoryLayout<sockaddr_storage>.size))
    var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> Int32 in
        guard connect(descriptor, target.ai_addr, target.ai_addrlen) == 0,
          getsockname(descriptor, address, &size) == 0
        else { return -1 }
        return getnameinfo(address, size, &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST)
      }
    }
    guard code == 0 else { return nil }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
