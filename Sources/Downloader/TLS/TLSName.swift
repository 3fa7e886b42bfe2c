import NIOSSL

/// The host name that a client sends in the TLS handshake, and the check of the certificate against that name.
enum TLSName {
  /// Returns `host` as a server name indication has it (RFC 6066, 3), without a trailing dot. Returns nil for IP
  /// addresses, which a server name indication cannot carry.
  static func indication(for host: String) -> String? {
    if IPLiteral.bytes(of: host) != nil { return nil }
    return host.hasSuffix(".") ? String(host.dropLast()) : host
  }

  /// True when `certificate`, which the library has verified, is for `host` itself (RFC 9110, 4.3.4).
  ///
  /// The library also accepts a certificate for the peer's IP address when the client asked for a name. A false name
  /// server or a proxy could then pass for any station.
  static func covers(_ host: String, _ certificate: NIOSSLCertificate) -> Bool {
    let names = Array(certificate._subjectAlternativeNames())
    guard let name = indication(for: host)?.lowercased() else {
      let address = IPLiteral.bytes(of: host)
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
}
