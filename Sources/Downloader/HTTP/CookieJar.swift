package import AudioCore
import SystemSupport

/// The cookies of one opening of a station (RFC 6265), for servers that need them: session and advertisement gates, and
/// signed segments. A value type; the cookies are dropped with the station.
///
/// A cookie belongs to the host that set it, or to a parent domain with at least two labels that the cookie names.
/// `Secure`, `Path`, `Max-Age` and `Expires` are respected.
package struct CookieJar: Sendable, Equatable {
  /// The maximum number of cookies; the oldest is evicted first.
  package static let capacity = 50
  /// The maximum size of one cookie, name and value together, in bytes.
  package static let maximumBytes = 4096
  /// The maximum size of the `Cookie` header of one request, in bytes; a cookie that does not fit is not sent.
  package static let maximumLineBytes = 16 << 10

  private struct Cookie: Equatable {
    var name: String
    var value: String
    var domain: String
    var isHostOnly: Bool
    var path: String
    var isSecure: Bool
    /// When the cookie expires; nil for a cookie that lasts as long as the jar.
    var expiry: ContinuousClock.Instant?

    func isSame(as other: Cookie) -> Bool { name == other.name && domain == other.domain && path == other.path }
  }

  /// The longest lifetime of a cookie: a year, in seconds.
  private static let maximumLifetime = 31_536_000

  private var cookies: [Cookie] = []

  /// An empty jar.
  package init() {}

  /// The number of cookies.
  package var count: Int { cookies.count }

  /// Stores the cookie of a `Set-Cookie` header from `url`. Ignores a cookie that is invalid or that this server must
  /// not set.
  package mutating func store(_ line: String, from url: StreamURL, at now: ContinuousClock.Instant = .now) {
    let parts = line.split(separator: ";", omittingEmptySubsequences: false)
    guard let pair = parts.first, let equals = pair.firstIndex(of: "=") else { return }
    let name = String(pair[..<equals].trimmedBlanks)
    let value = String(pair[pair.index(after: equals)...].trimmedBlanks)
    guard !name.isEmpty, name.utf8.count + value.utf8.count <= Self.maximumBytes,
      (name + value).utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else { return }
    var cookie = Cookie(
      name: name, value: value, domain: url.host, isHostOnly: true, path: Self.defaultPath(of: url), isSecure: false)
    var lifetime: Int?
    for part in parts.dropFirst() {
      let equals = part.firstIndex(of: "=")
      let key = part[..<(equals ?? part.endIndex)].trimmedBlanks.lowercased()
      let text = equals.map { String(part[part.index(after: $0)...].trimmedBlanks) } ?? ""
      switch key {
      case "domain":
        var domain = text.lowercased()
        if domain.hasPrefix(".") { domain.removeFirst() }
        guard !domain.isEmpty, domain != url.host else { continue }
        guard Self.isParent(domain, of: url.host) else { return }
        cookie.domain = domain
        cookie.isHostOnly = false
      case "path": if text.hasPrefix("/") { cookie.path = text }
      case "secure": cookie.isSecure = true
      case "max-age": if let seconds = Int(text) { lifetime = seconds }  // overrides Expires (RFC 6265, 5.3)
      case "expires": if lifetime == nil, let date = HTTPDate.seconds(text) { lifetime = date - SystemTime.seconds }
      default: break
      }
    }
    guard !cookie.isSecure || url.isSecure else { return }
    cookie.expiry = lifetime.map { now + .seconds(min($0, Self.maximumLifetime)) }
    let hasExpired = lifetime.map { $0 <= 0 } ?? false
    let known = cookies.firstIndex { $0.isSame(as: cookie) }
    if hasExpired {
      if let known { cookies.remove(at: known) }
    } else if let known {
      cookies[known] = cookie
    } else {
      if cookies.count >= Self.capacity { cookies.removeFirst() }
      cookies.append(cookie)
    }
  }

  /// Returns the `Cookie` header for a request to `url`, cookies with the longest paths first; nil when no cookie
  /// applies.
  package func line(for url: StreamURL, at now: ContinuousClock.Instant = .now) -> String? {
    let path = url.pathAndQuery.prefix { $0 != "?" }
    let wanted = cookies.filter { cookie in
      (cookie.isHostOnly ? cookie.domain == url.host : Self.isWithin(url.host, domain: cookie.domain))
        && (!cookie.isSecure || url.isSecure) && Self.isWithin(path, cookie.path)
        && cookie.expiry.map { now < $0 } ?? true
    }.enumerated().sorted {
      ($1.element.path.utf8.count, $0.offset) < ($0.element.path.utf8.count, $1.offset)
    }.map(\.element)
    var line = ""
    for cookie in wanted {
      let next = (line.isEmpty ? "" : "; ") + cookie.name + "=" + cookie.value
      if line.utf8.count + next.utf8.count <= Self.maximumLineBytes { line += next }
    }
    return line.isEmpty ? nil : line
  }

  /// True when `domain` has at least two labels and `host` is a name below it. IP addresses have no parent domains.
  private static func isParent(_ domain: String, of host: String) -> Bool {
    domain.split(separator: ".", omittingEmptySubsequences: false).filter { !$0.isEmpty }.count >= 2
      && AddressScope(host: host) == nil && host.hasSuffix("." + domain)
  }

  private static func isWithin(_ host: String, domain: String) -> Bool {
    host == domain || host.hasSuffix("." + domain)
  }

  /// True when a request for `path` sends a cookie with `cookiePath` (RFC 6265, 5.1.4).
  private static func isWithin(_ path: Substring, _ cookiePath: String) -> Bool {
    guard path.hasPrefix(cookiePath) else { return false }
    return path.utf8.count == cookiePath.utf8.count || cookiePath.hasSuffix("/")
      || path.utf8.dropFirst(cookiePath.utf8.count).first == UInt8(ascii: "/")
  }

  /// Returns the default path of a cookie from `url`: its folder (RFC 6265, 5.1.4).
  private static func defaultPath(of url: StreamURL) -> String {
    let path = url.pathAndQuery.prefix { $0 != "?" }
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }
}
