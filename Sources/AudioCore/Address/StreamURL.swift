import Bytes

/// An http(s) address as stations write it, split into parts. The bytes of its path do not change.
public struct StreamURL: Sendable, Hashable {
  /// True for https.
  public let isSecure: Bool
  /// The host name or address, in lower case. IPv6 addresses have no brackets; international names are in the ASCII
  /// form of the DNS (`xn--…`).
  public let host: String
  /// TCP port, 1…65535.
  public let port: Int
  /// Path and query, byte for byte; begins with `/`.
  public let pathAndQuery: String
  /// `user:password`, if the address has them.
  public internal(set) var credentials: String?

  /// The longest accepted address, in bytes: signed addresses of segments have several thousand.
  public static let maximumLength = 8192
  /// The schemes of an address, and what they mean: old lists write icy and shout for http.
  package static let schemes = ["http": "http", "https": "https", "icy": "http", "shout": "http"]
  /// The longest host name, in bytes, without a trailing dot (RFC 1035, 2.3.4).
  private static let maximumHostLength = 253

  /// Parses `text`. `icy://` and `shout://` mean http. Throws ``TuneError/badURL(_:reason:)``, which never contains a
  /// password.
  public init(_ text: String) throws(TuneError) {
    func fault(_ reason: String) -> TuneError { .badURL(Self.withoutCredentials(text), reason: reason) }
    guard text.utf8.count <= Self.maximumLength else {
      throw .badURL("\(Self.withoutCredentials(text).prefix(60))…", reason: "it is too long")
    }
    guard !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      throw .badURL(
        CleanText.singleLine(Self.withoutCredentials(text)), reason: "it has control characters in it")
    }
    guard let parts = AddressParts(text) else { throw fault("it has no scheme, such as http://") }
    guard let scheme = Self.schemes[parts.scheme] else {
      throw fault("the scheme '\(parts.scheme)' is not http or https")
    }
    isSecure = scheme == "https"
    let path = parts.pathAndQuery
    pathAndQuery = (path.first == "/" ? "" : "/") + String(path)
    credentials = parts.credentials.map { PercentEncoding.decoded(String($0)) }
    let authority = parts.hostAndPort
    var hostText = authority
    var portText: Substring.UnicodeScalarView?
    let isLiteral = authority.first == "["
    if isLiteral {
      guard let bracket = authority.firstIndex(of: "]"), [nil, ":"].contains(authority[bracket...].dropFirst().first)
      else {
        throw fault("its host name is not valid")
      }
      hostText = authority[..<bracket].dropFirst()
      portText = authority[bracket...].dropFirst(2)
    } else if let colon = authority.lastIndex(of: ":") {
      hostText = authority[..<colon]
      portText = authority[authority.index(after: colon)...]
    }
    guard !hostText.isEmpty, hostText.allSatisfy({ Self.mayBeInHost($0, isLiteral: isLiteral) }),
      isLiteral == hostText.contains(":"), !Self.hasLabelWithLeadingMark(hostText)
    else {
      throw fault(hostText.isEmpty ? "it names no host" : "its host name is not valid")
    }
    let name = String(hostText).lowercased()
    if hostText.allSatisfy(\.isASCII) {
      host = name
    } else if let ascii = InternationalName.ascii(String(hostText)), !ascii.isEmpty,
      ascii.utf8.allSatisfy(Self.isNameByte)
    {
      host = ascii
    } else {
      throw fault(InternationalName.isAvailable ? "its host name is not valid" : InternationalName.missing)
    }
    guard host.utf8.count <= Self.maximumHostLength + (host.hasSuffix(".") ? 1 : 0) else {
      throw fault("its host name is too long")
    }
    if let portText, !portText.isEmpty {
      guard portText.allSatisfy({ ("0"..."9").contains($0) }), let number = UInt16(String(portText)), number > 0 else {
        throw fault("its port is not a number from 1 to 65535")
      }
      port = Int(number)
    } else {
      port = isSecure ? 443 : 80
    }
  }

  /// True for a scalar that may be part of an IPv6 address with a zone (RFC 6874) or of a host name. An escape such as
  /// `%31` is not allowed: the HTTP client would decode it and connect to another host than the one that was checked.
  private static func mayBeInHost(_ scalar: Unicode.Scalar, isLiteral: Bool) -> Bool {
    if isLiteral {
      return scalar.properties.isASCIIHexDigit
        || scalar.isASCII && (scalar.properties.isAlphabetic || ":.%".unicodeScalars.contains(scalar))
    }
    return !" \"<>\\^`{|}%[]:@".unicodeScalars.contains(scalar)
  }

  /// True when a part of a host name begins with a combining mark (RFC 5891, 4.2.3.2; libidn2 lets it pass). It would
  /// join the slash before it to one character, in texts too.
  private static func hasLabelWithLeadingMark(_ host: Substring.UnicodeScalarView) -> Bool {
    host.split(whereSeparator: ".\u{3002}\u{FF0E}\u{FF61}".unicodeScalars.contains).contains { label in
      switch label.first?.properties.generalCategory {
      case .nonspacingMark, .spacingMark, .enclosingMark: true
      default: false
      }
    }
  }

  /// True for letters, digits and the marks `-`, `.` and `_` (RFC 1123; underscores are in use). This check follows the
  /// mapping of an international name, which may turn a letter that looks like a slash into a slash.
  private static func isNameByte(_ byte: UInt8) -> Bool { byte.isLetterOrDigit(or: "-._") }

  /// The address without credentials, safe to request, show and log.
  public var text: String { origin + pathAndQuery }

  /// The scheme, host and port; the port only when it is not the scheme's default.
  public var origin: String { "\(isSecure ? "https" : "http")://\(authority)" }

  /// The host, and the port when it is not the scheme's default.
  private var authority: String { authority(of: host) }

  /// The same for a `Host` header: without the zone of a link-local address, which has no meaning for the server (RFC
  /// 6874, 4).
  package var hostField: String { authority(of: host.contains(":") ? String(host.prefix { $0 != "%" }) : host) }

  private func authority(of host: String) -> String {
    let shownHost = host.contains(":") ? "[\(host)]" : host
    return port == (isSecure ? 443 : 80) ? shownHost : "\(shownHost):\(port)"
  }
}
