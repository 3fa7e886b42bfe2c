import Glibc
import NIOSSL

/// The host name that a client sends in the TLS handshake, and the check of the certificate against that name.
enum TLSName {
  /// Returns `host` as a server name indication has it (RFC 6066, 3), without a trailing dot. Returns nil for IP
  /// addresses, which a server name indication cannot carry.
  static func indication(for host: String) -> String? {
    var four = in_addr()
    var six = in6_addr()
    let literal = String(host.prefix { $0 != "%" })
    if inet_pton(AF_INET6, literal, &six) == 1 || inet_aton(literal, &four) == 1 { return nil }
    return host.hasSuffix(".") ? String(host.dropLast()) : host
  }

  /// True when `certificate`, which the library has verified, is for `host` itself (RFC 9110, 4.3.4).
  ///
  /// The library also accepts a certificate for the peer's IP address when the client asked for a name. A false name
  /// server or a proxy could then pass for any station.
  static func covers(_ host: String, _ certificate: NIOSSLCertificate) -> Bool {
    let names = Array(certificate._subjectAlternativeNames())
    guard let name = indication(for: host)?.lowercased() else {
      let address = bytes(of: host)
      return names.contains { $0.nameType == .ipAddress && Array($0.contents) == address }
    }
    if names.isEmpty { return true }  // the library has compared the common name
    let parent = name.firstIndex(of: ".").map { "*" + name[$0...] }
    return names.contains { entry in
      guard entry.nameType == .dnsName else { return false }
      var text = String(decoding: Array(entry.contents), as: UTF8.self).lowercased()
      if text.hasSuffix(".") { text.removeLast() }
      return text == name || text == parent
    }
  }

  /// Returns the 4 or 16 bytes of an IP address; an empty array for names.
  private static func bytes(of host: String) -> [UInt8] {
    var four = in_addr()
    var six = in6_addr()
    let literal = String(host.prefix { $0 != "%" })
    if inet_pton(AF_INET6, literal, &six) == 1 { return withUnsafeBytes(of: six) { Array($0) } }
    if inet_aton(literal, &four) == 1 { return withUnsafeBytes(of: four) { Array($0) } }
    return []
  }
}
