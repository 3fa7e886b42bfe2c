package import AudioCore

/// The proxy settings of the environment: `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`. All but `http_proxy`
/// may also be in upper case.
public struct ProxySettings: Sendable {
  private let environment: [String: String]

  /// The settings of `environment`.
  public init(environment: [String: String]) {
    self.environment = environment
  }

  /// Returns the proxy for `url`, or nil for a direct connection. `HTTP_PROXY` in upper case is ignored, because a CGI
  /// server sets it from a request header.
  ///
  /// Throws ``TuneError/badURL(_:reason:)`` for a proxy that cannot be used; it is never silently skipped.
  package func proxy(for url: StreamURL) throws(TuneError) -> ProxyServer? {
    if bypasses(url) { return nil }
    let names = url.isSecure ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
    guard
      let text = (names + ["all_proxy", "ALL_PROXY"]).lazy.compactMap({ environment[$0] }).first(where: { !$0.isEmpty })
    else { return nil }
    return try ProxyServer(text)
  }

  /// True when `url` needs no proxy. `no_proxy` is a list: `*` matches all hosts; `example.org` and `.example.org`
  /// match that name and all names that end with it; `192.168.0.0/16` and `fd00::/8` match the addresses of a network,
  /// for hosts that are given as addresses.
  ///
  /// This machine and the local link never use a proxy: the demo station works without a network.
  private func bypasses(_ url: StreamURL) -> Bool {
    if url.isLocal { return true }
    let list = environment["no_proxy"] ?? environment["NO_PROXY"] ?? ""
    return list.split(whereSeparator: { $0 == "," || $0 == " " }).contains { entry in
      if entry == "*" { return true }
      if let network = AddressRange(String(entry)) { return network.contains(url.host) }
      var name = entry.lowercased()
      if name.hasSuffix(":\(url.port)"), !name.hasPrefix("[") || name.hasSuffix("]:\(url.port)") {
        name.removeLast(String(url.port).count + 1)
      }
      if name.hasPrefix("["), name.hasSuffix("]") { name = String(name.dropFirst().dropLast()) }
      if name.hasPrefix("*") { name.removeFirst() }
      if name.hasPrefix(".") { name.removeFirst() }
      return url.host == name || url.host.hasSuffix("." + name)
    }
  }
}

/// A range of addresses that share their first bits (RFC 4632), such as `192.168.0.0/16`.
private struct AddressRange {
  private let bytes: [UInt8]
  private let bits: Int

  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let bits = Int(parts[1]), let bytes = IPLiteral.bytes(of: String(parts[0]), isStrict: true),
      (0...bytes.count * 8).contains(bits)
    else { return nil }
    self.bytes = bytes
    self.bits = bits
  }

  func contains(_ host: String) -> Bool {
    guard let other = IPLiteral.bytes(of: host, isStrict: true), other.count == bytes.count else { return false }
    return (0..<bits).allSatisfy { bit in
      let mask = UInt8(0x80) >> UInt8(bit % 8)
      return bytes[bit / 8] & mask == other[bit / 8] & mask
    }
  }
}
