import Glibc

/// Formats the address of a service on a TCP port as people type it.
enum ListeningPlaces {
  /// Returns `host` and `port` as an address. `scheme` is `http://` or empty; `path` is the text after the port. For a
  /// host that stands for every address, the text shows this machine's outgoing address, or `localhost` without a
  /// network.
  static func text(host: String, port: Int, scheme: String = "", path: String = "") -> String {
    let isEvery = ["0.0.0.0", "::", "[::]"].contains(host)
    let shown = isEvery ? outgoingAddress(isIPv4: host == "0.0.0.0") ?? "localhost" : host
    let bracketed = shown.contains(":") && shown.first != "[" ? "[\(shown)]" : shown
    return "\(scheme)\(bracketed):\(port)\(path)" + (isEvery ? " (every address of this machine)" : "")
  }

  /// Returns the address from which this machine sends to others; nil when there is no network. It sends no packet. The
  /// systemd units forbid the netlink socket that could list all addresses.
  private static func outgoingAddress(isIPv4: Bool) -> String? {
    // Addresses for documentation (RFC 5737, RFC 3849), which are routed like the rest of the internet.
    if let address = source(to: "192.0.2.1", AF_INET) { return address }
    return isIPv4 ? nil : source(to: "2001:db8::1", AF_INET6)
  }

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
