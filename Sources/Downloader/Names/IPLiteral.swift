import Glibc

/// IP addresses in the place of a host's name.
enum IPLiteral {
  /// Returns the 4 or 16 bytes of `host`, in network order; nil for a name. An IPv4 address may have any notation of the
  /// system's resolver (`2130706433`, `0x7f.1`), and an IPv6 address a zone (`fe80::1%eth0`), unless `isStrict`.
  static func bytes(of host: String, isStrict: Bool = false) -> [UInt8]? {
    let literal = isStrict ? host : String(host.prefix { $0 != "%" })
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET6, literal, &bytes) == 1 { return bytes }
    return withUnsafeTemporaryAllocation(of: in_addr.self, capacity: 1) { address in
      guard let four = address.baseAddress else { return nil }
      let isFour = isStrict ? inet_pton(AF_INET, literal, four) == 1 : inet_aton(literal, four) == 1
      return isFour ? Array(UnsafeRawBufferPointer(address)) : nil
    }
  }
}
