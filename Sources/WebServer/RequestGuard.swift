import NIOHTTP1

/// Who may ask for what: the rules that keep other users, other pages in a browser, and names that were bent to this machine away
/// from the radio. They look at a request's head alone, before anything is done.
package struct RequestGuard: Sendable {
  /// What protects the way a request came.
  package enum Door: Sendable {
    /// A Unix socket: only programs of this user get this far.
    case local
    /// TCP: the hosts we are called by, the names among them that were configured, our port, and what must be shown.
    case network(hosts: Set<String>, names: Set<String>, port: Int, token: String?)
  }

  /// Longest address of a request, in bytes: a stream's address is sent in a body.
  static let maximumTargetBytes = 4096

  /// What a body that is too long is refused with, whether its length was announced or not.
  static let bodyFault = WebFault(413, "the body is longer than \(ConnectionLimits.bodyBytes) bytes")

  private let door: Door

  /// The rules of `door`.
  package init(_ door: Door) { self.door = door }

  /// The rules for TCP: `host` is what is listened on.
  package static func network(host: String, names: [String], port: Int, token: String?) -> RequestGuard {
    var hosts: Set = ["localhost", "127.0.0.1", "[::1]"]
    if !["0.0.0.0", "::", "[::]"].contains(host) { hosts.insert(inBrackets(host.lowercased())) }
    let names = Set(names.map { inBrackets($0.lowercased()) })
    return RequestGuard(.network(hosts: hosts.union(names), names: names, port: port, token: token))
  }

  /// What the request with this head asks for. Throws ``WebFault`` when it may not be done.
  package func admit(_ head: HTTPRequestHead) throws(WebFault) -> Endpoint {
    guard head.uri.utf8.count <= Self.maximumTargetBytes else { throw WebFault(414, "the address is too long") }
    // A fragment never leaves a client that keeps to the rules.
    guard head.uri.first == "/", !head.uri.utf8.contains(UInt8(ascii: "#")), head.version.major == 1 else {
      throw WebFault(400, "this is not a request for us")
    }
    let endpoint = Endpoint(rawValue: String(head.uri.prefix { $0 != "?" }))
    if let fault = hostFault(head.headers) ?? browserFault(head.headers) ?? tokenFault(head, endpoint) { throw fault }
    guard let endpoint else { throw WebFault(404, "there is nothing of that name here") }
    if let fault = Self.formFault(head, for: endpoint) { throw fault }
    return endpoint
  }

  private func hostFault(_ headers: HTTPHeaders) -> WebFault? {
    let hosts = headers["host"]
    guard hosts.count <= 1 else { return WebFault(400, "there is more than one Host") }
    guard case .network(let known, _, let port, _) = door else { return nil }
    guard let host = hosts.first, let (name, itsPort) = Self.split(host.lowercased()) else {
      return WebFault(403, "the Host is not one of ours")
    }
    let isOurs = known.contains(name) && (itsPort == nil || itsPort == port)
    return isOurs ? nil : WebFault(403, "the Host is not one of ours")
  }

  /// A page of another origin makes the browser send where it came from. Another port of the same host is another origin as well.
  private func browserFault(_ headers: HTTPHeaders) -> WebFault? {
    for site in headers["sec-fetch-site"] where !["same-origin", "none"].contains(site.lowercased()) {
      return WebFault(403, "other sites may not use the radio")
    }
    for origin in headers["origin"] where !isOurs(origin: origin.lowercased()) {
      return WebFault(403, "other sites may not use the radio")
    }
    return nil
  }

  private func isOurs(origin: String) -> Bool {
    guard case .network(let known, let names, let port, _) = door else { return false }
    guard let scheme = ["http://", "https://"].first(where: origin.hasPrefix),
      let (name, itsPort) = Self.split(String(origin.dropFirst(scheme.count))), known.contains(name)
    else { return false }
    // Without a port it is the usual one: that of a proxy which is called by a name that was configured, or our own.
    return itsPort == port || itsPort == nil && (names.contains(name) || port == (scheme == "http://" ? 80 : 443))
  }

  private func tokenFault(_ head: HTTPRequestHead, _ endpoint: Endpoint?) -> WebFault? {
    guard case .network(_, _, _, let token?) = door else { return nil }
    if endpoint?.isOpen == true { return nil }
    let shown = head.headers["authorization"]
    let prefix = "bearer "
    guard shown.count == 1, let text = shown.first, text.prefix(prefix.count).lowercased() == prefix,
      Self.isSame(text.dropFirst(prefix.count), token)
    else {
      return WebFault(401, "the token is missing or wrong", header: ("www-authenticate", "Bearer"))
    }
    return nil
  }

  /// The rules about methods, the type of a body and its announced length.
  private static func formFault(_ head: HTTPRequestHead, for endpoint: Endpoint) -> WebFault? {
    guard endpoint.allows(head.method) else {
      return WebFault(405, "this takes \(endpoint.allowed) only", header: ("allow", endpoint.allowed))
    }
    if endpoint.isChange {
      let types = head.headers["content-type"]
      let type = types.first?.prefix { $0 != ";" }.lowercased().filter { $0 != " " && $0 != "\t" }
      guard types.count == 1, type == "application/json" else {
        return WebFault(415, "the body must be application/json, and be called so")
      }
    }
    if let length = head.headers["content-length"].first.flatMap({ Int($0) }), length > ConnectionLimits.bodyBytes {
      return bodyFault
    }
    return nil
  }

  /// Compares in a time that tells nothing about where the two differ.
  private static func isSame(_ shown: Substring, _ token: String) -> Bool {
    let (shown, token) = (Array(shown.utf8), Array(token.utf8))
    var difference = shown.count ^ token.count
    for index in token.indices { difference |= Int(token[index] ^ (index < shown.count ? shown[index] : 0)) }
    return difference == 0
  }

  /// A host, IPv6 in brackets, and its port; nil when it is none.
  private static func split(_ text: String) -> (name: String, port: Int?)? {
    let end = text.first == "[" ? text.firstIndex(of: "]").map(text.index(after:)) : text.firstIndex(of: ":")
    let name = String(text[..<(end ?? text.endIndex)])
    let rest = text[(end ?? text.endIndex)...]
    guard !name.isEmpty, !name.contains("/"), !name.contains("@") else { return nil }
    if rest.isEmpty { return (name, nil) }
    guard rest.first == ":", rest.dropFirst().allSatisfy({ ("0"..."9").contains($0) }), let port = Int(rest.dropFirst())
    else { return nil }
    return (name, port)
  }

  private static func inBrackets(_ host: String) -> String {
    host.contains(":") && host.first != "[" ? "[\(host)]" : host
  }
}
