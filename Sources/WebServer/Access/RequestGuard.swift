import Bytes
package import HTTPServer
package import NIOHTTP1
package import RadioModel
package import ServerSupport

/// Decides which requests are allowed. The rules protect the radio from other users, from other sites in a browser, and
/// from host names that an attacker points to this machine. They check only the head of a request, before anything is
/// done.
package struct RequestGuard: Sendable {
  /// The protection of a transport.
  package enum Policy: Sendable {
    /// A Unix socket: the listener accepts only programs of this user and of root.
    case local
    /// TCP: the allowed names of this machine, and the secrets that give access.
    case network(names: MachineNames, access: WebAccess)
  }

  /// Longest target of a request, in bytes. Stream addresses are sent in the body, so that a target stays short.
  static let maximumTargetBytes = 4096

  private let policy: Policy
  private let namesSetting: String

  /// The rules of `policy`. `namesSetting` says in the error for an unknown host where its name can be added.
  package init(_ policy: Policy, namesSetting: String = WebOptions().namesSetting) {
    self.policy = policy
    self.namesSetting = namesSetting
  }

  /// Returns the endpoint that `client` requests with `head`; `client` is nil on a Unix socket. Throws ``HTTPError``
  /// when the request is not allowed.
  package func admit(_ head: HTTPRequestHead, from client: ClientAddress?) throws(HTTPError) -> Endpoint {
    try examine(head, from: client).endpoint
  }

  /// As ``admit(_:from:)``; also returns whether the request has shown a secret, or the cookie of a session.
  private func examine(
    _ head: HTTPRequestHead, from client: ClientAddress?
  ) throws(HTTPError) -> (endpoint: Endpoint, isProved: Bool) {
    guard head.uri.utf8.count <= Self.maximumTargetBytes else { throw HTTPError(414, "the address is too long") }
    // A correct client never sends a fragment.
    guard head.uri.first == "/", !head.uri.utf8.contains(UInt8(ascii: "#")), head.version.major == 1 else {
      throw HTTPError(400, "invalid request target")
    }
    let endpoint = EndpointPath(String(head.uri.prefix { $0 != "?" }))?.endpoint
    if let fault = hostFault(head.headers) ?? browserFault(head, endpoint) { throw fault }
    var isProved = false
    if case .network(_, let access) = policy { isProved = try Self.check(head, endpoint, from: client, by: access) }
    guard let endpoint else { throw HTTPError(404, "not found") }
    if let fault = Self.formFault(head, for: endpoint) { throw fault }
    if case .network = policy, endpoint.isLocal {
      throw HTTPError(403, "\(endpoint.rawValue) is for programs of this machine: it answers at the Unix socket only")
    }
    return (endpoint, isProved)
  }

  /// The rules as a server applies them.
  var admission: HTTPService.Admission {
    { head, client throws(HTTPError) in
      let (endpoint, isProved) = try examine(head, from: client)
      return HTTPService.Admitted(bodyLimit: endpoint.bodyLimit, isProved: isProved)
    }
  }

  private func hostFault(_ headers: HTTPHeaders) -> HTTPError? {
    let hosts = headers["host"]
    guard hosts.count <= 1 else { return HTTPError(400, "more than one Host field") }
    guard case .network(let names, let access) = policy else { return nil }
    guard let text = hosts.first, let host = HostField(text) else {
      return HTTPError(403, "the request has no Host that names this machine")
    }
    // The port is not checked: a tunnel, container or proxy may use another one for ours.
    guard !names.contains(host.name) else { return nil }
    let shown = CleanText.singleLine(host.name, limit: 64)
    let accepted = access.isOpen ? "without a token a request names this machine by its address or localhost: " : ""
    return HTTPError(
      403,
      "\"\(shown)\" is not known as a name of this machine: \(accepted)add it to \(namesSetting) and restart, "
        + "or use the machine's address")
  }

  /// Refuses requests that a page of another origin makes. For such a request the browser sends `Origin`; it also sends
  /// `Sec-Fetch-Site` to `localhost` and over TLS. Another port of the same host is another origin, too. A link on any
  /// page may open the endpoints with ``Endpoint/isForLinks``. On a Unix socket every `Origin` is refused.
  private func browserFault(_ head: HTTPRequestHead, _ endpoint: Endpoint?) -> HTTPError? {
    let isOpened = endpoint?.isForLinks == true && head.method == .GET && Self.isNavigation(head.headers)
    for site in head.headers["sec-fetch-site"] where !["same-origin", "none"].contains(site.lowercased()) {
      if !isOpened { return HTTPError(403, "other sites may not use the radio") }
    }
    for origin in head.headers["origin"] {
      guard case .network = policy else { return HTTPError(403, "other sites may not use the radio") }
      if let fault = Self.originFault(origin, host: head.headers.first(name: "host") ?? "") { return fault }
    }
    return nil
  }

  /// True when the browser loads the target into its own window, not into a frame.
  private static func isNavigation(_ headers: HTTPHeaders) -> Bool {
    headers["sec-fetch-mode"] == ["navigate"] && headers["sec-fetch-dest"] == ["document"]
  }

  /// Returns an error unless the host and port of `origin` are those of the Host header. A missing port means the usual
  /// port of the origin's scheme. Behind a proxy, scheme and port are the proxy's.
  private static func originFault(_ origin: String, host: String) -> HTTPError? {
    let defaultPorts = ["http://": 80, "https://": 443]
    let scheme = defaultPorts.keys.first { origin.lowercased().hasPrefix($0) }
    if let scheme, let defaultPort = defaultPorts[scheme], let host = HostField(host),
      let other = HostField(String(origin.dropFirst(scheme.count))), other.name == host.name,
      other.port ?? defaultPort == host.port ?? defaultPort
    {
      return nil
    }
    let shown = (CleanText.singleLine(origin, limit: 64), CleanText.singleLine(host, limit: 64))
    return HTTPError(
      403,
      "other sites may not use the radio: the Origin is \(shown.0), the Host \(shown.1); a proxy must pass the Host on")
  }

  /// Throws ``HTTPError`` unless the session or the secret of `client` opens `endpoint`. Returns false when `endpoint`
  /// needs none. The caller has checked the origin.
  private static func check(
    _ head: HTTPRequestHead, _ endpoint: Endpoint?, from client: ClientAddress?, by access: WebAccess
  ) throws(HTTPError) -> Bool {
    if access.isOpen || endpoint?.isOpen == true { return false }
    // A browser attaches the session's cookie to every request, so that the cookie alone does not show which page sent
    // it. A change must therefore carry the Origin.
    let hasSession = access.session(head.headers) != nil
    let isRead = head.method == .GET || head.method == .HEAD
    if hasSession, isRead || head.headers.contains(name: "origin") { return true }
    switch try access.right(head.headers, from: client ?? .unknown) {
    case .full: return true
    case .listen where endpoint?.isForListeners == true: return true
    case .listen: throw WebAccess.listenFault
    case .none where hasSession: throw HTTPError(403, "a change by a session's cookie needs the Origin of the page")
    case .none:
      throw HTTPError(
        401, "the token is missing or wrong", header: ("www-authenticate", endpoint?.challenge ?? "Bearer"))
    }
  }

  /// Checks the method, the type of the body and its announced length.
  private static func formFault(_ head: HTTPRequestHead, for endpoint: Endpoint) -> HTTPError? {
    guard endpoint.methods.contains(head.method) else {
      return HTTPError(405, "this takes \(endpoint.allowed) only", header: ("allow", endpoint.allowed))
    }
    if head.method == .POST {
      let types = head.headers["content-type"]
      let type = types.first?.prefix { $0 != ";" }.lowercased().filter { $0 != " " && $0 != "\t" }
      guard types.count == 1, type == "application/json" else {
        return HTTPError(415, "send JSON with Content-Type: application/json")
      }
    }
    if let length = head.headers["content-length"].first.flatMap({ Int($0) }), length > endpoint.bodyLimit {
      return .bodyTooLong(endpoint.bodyLimit)
    }
    return nil
  }
}
