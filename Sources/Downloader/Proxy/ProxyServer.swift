package import AudioCore

/// A proxy and its protocol.
package struct ProxyServer: Hashable, Sendable {
  /// The protocol.
  package enum Kind: Hashable, Sendable {
    /// HTTP: absolute addresses for http, `CONNECT` for https.
    case http
    /// SOCKS 5; the proxy looks up the host names.
    case socks5
  }

  /// The protocol.
  package let kind: Kind
  /// The address of the proxy; https means TLS to the proxy.
  package let url: StreamURL

  /// The default port of SOCKS (RFC 1928).
  private static let socksPort = 1080

  /// Parses the value of a variable: `host:port`, `http://`, `https://`, `socks5://`, `socks5h://` or `socks://`.
  init(_ text: String) throws(TuneError) {
    let parts = text.split(separator: "://", maxSplits: 1)
    let scheme = parts.count == 2 ? parts[0].lowercased() : "http"
    let rest = parts.count == 2 ? parts[1] : Substring(text)
    switch scheme {
    case "http", "https":
      kind = .http
      url = try StreamURL(scheme + "://" + rest)
    case "socks5", "socks5h", "socks":
      kind = .socks5
      let authority = rest.prefix { $0 != "/" }
      let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
      let hasPort = host.lastIndex(of: "]").map { host[$0...].contains(":") } ?? host.contains(":")
      url = try StreamURL("http://" + authority + (hasPort ? "" : ":\(Self.socksPort)"))
      let words = (url.credentials ?? "").utf8.split(
        separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
      guard words.allSatisfy({ $0.count <= SOCKSHandshake.maximumBytes }) else {
        throw .badURL(
          StreamURL.withoutCredentials(text),
          reason: "the user name or password of a SOCKS proxy has at most \(SOCKSHandshake.maximumBytes) bytes")
      }
    default:
      throw .badURL(
        StreamURL.withoutCredentials(text),
        reason: "a proxy of the kind '\(scheme)' is not supported; set all_proxy to an http:// or socks5:// proxy")
    }
  }

  /// The proxy's name in a sentence.
  package var name: String { "the proxy \(url.host)" }
}
