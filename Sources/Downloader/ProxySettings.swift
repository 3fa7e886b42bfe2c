import AsyncHTTPClient
import AudioCore

/// The proxy that the environment asks for: `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`, in lower or upper case.
public struct ProxySettings: Sendable {
  private let environment: [String: String]

  /// Settings out of `environment`.
  public init(environment: [String: String]) {
    self.environment = environment
  }

  /// The proxy for `url`, or nil for a direct connection. `HTTP_PROXY` in upper case is not read: a CGI server sets it from a
  /// request's header.
  func proxy(for url: StreamURL) throws(TuneError) -> ProxyServer? {
    if bypasses(url) { return nil }
    let names = url.isSecure ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
    guard
      let text = (names + ["all_proxy", "ALL_PROXY"]).lazy.compactMap({ environment[$0] }).first(where: { !$0.isEmpty })
    else { return nil }
    return ProxyServer(url: try StreamURL(text.contains("://") ? text : "http://" + text))
  }

  /// `no_proxy` is a list of names: `*` is all, `example.org` and `.example.org` mean the name and what ends with it.
  /// This machine is never asked for through a proxy: the demo station is there without a network.
  private func bypasses(_ url: StreamURL) -> Bool {
    if url.isLocal { return true }
    let list = environment["no_proxy"] ?? environment["NO_PROXY"] ?? ""
    return list.split(whereSeparator: { $0 == "," || $0 == " " }).contains { entry in
      if entry == "*" { return true }
      var name = entry.lowercased()
      if name.hasSuffix(":\(url.port)") { name.removeLast(String(url.port).count + 1) }
      if name.hasPrefix("*") { name.removeFirst() }
      if name.hasPrefix(".") { name.removeFirst() }
      return url.host == name || url.host.hasSuffix("." + name)
    }
  }
}

/// A proxy, and how it is asked.
struct ProxyServer {
  /// Its address.
  let url: StreamURL

  /// Its user and password in base64, when its address has them.
  var basicCredentials: String? { url.credentials.map { Base64.encode(Array($0.utf8)) } }

  /// For https: the proxy passes an encrypted connection through (`CONNECT`).
  var tunnel: HTTPClient.Configuration.Proxy {
    .server(
      host: url.host, port: url.port,
      authorization: basicCredentials.map { HTTPClient.Authorization.basic(credentials: $0) })
  }
}
