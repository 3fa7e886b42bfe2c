import AudioCore

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
  public private(set) var credentials: String?

  /// The longest accepted address, in bytes: signed addresses of segments have several thousand.
  package static let maximumLength = 8192
  /// The longest host name, in bytes, without a trailing dot (RFC 1035, 2.3.4).
  private static let maximumHostLength = 253

  /// Parses `text`. `icy://` and `shout://` mean http. Throws ``TuneError/badURL(_:reason:)``, which never contains a
  /// password.
  public init(_ text: String) throws(TuneError) {
    let shown = Self.withoutCredentials(text)
    guard text.utf8.count <= Self.maximumLength else { throw .badURL("\(shown.prefix(60))…", reason: "it is too long") }
    guard !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
      throw .badURL(CleanText.singleLine(shown), reason: "it has control characters in it")
    }
    guard let schemeEnd = text.unicodeScalars.firstRange(of: "://".unicodeScalars) else {
      throw .badURL(shown, reason: "it has no scheme, such as http://")
    }
    switch text[..<schemeEnd.lowerBound].lowercased() {
    case "http", "icy", "shout": isSecure = false
    case "https": isSecure = true
    case let other: throw .badURL(shown, reason: "the scheme '\(other)' is not http or https")
    }
    // The search is by scalars: as a `Character`, a slash with a combining mark would not match; other software sees a
    // slash.
    let rest = text[schemeEnd.upperBound...].unicodeScalars.prefix { $0 != "#" }
    let authorityEnd = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
    var authority = rest[..<authorityEnd]
    let path = String(rest[authorityEnd...])
    pathAndQuery = rest[authorityEnd...].first == "/" ? path : "/" + path
    if let at = authority.lastIndex(of: "@") {
      credentials = Self.percentDecoded(String(authority[..<at]))
      authority = authority[authority.index(after: at)...]
    } else {
      credentials = nil
    }
    var hostText = authority
    var portText: Substring.UnicodeScalarView?
    let isLiteral = authority.first == "["
    if isLiteral {
      guard let bracket = authority.firstIndex(of: "]"), [nil, ":"].contains(authority[bracket...].dropFirst().first)
      else {
        throw .badURL(shown, reason: "its host name is not valid")
      }
      hostText = authority[..<bracket].dropFirst()
      portText = authority[bracket...].dropFirst(2)
    } else if let colon = authority.lastIndex(of: ":") {
      hostText = authority[..<colon]
      portText = authority[authority.index(after: colon)...]
    }
    guard !hostText.isEmpty, hostText.allSatisfy({ Self.mayBeInHost($0, isLiteral: isLiteral) }),
      isLiteral == hostText.contains(":")
    else {
      throw .badURL(shown, reason: hostText.isEmpty ? "it names no host" : "its host name is not valid")
    }
    let name = String(hostText).lowercased()
    if hostText.allSatisfy(\.isASCII) {
      host = name
    } else if let ascii = InternationalName.ascii(String(hostText)), !ascii.isEmpty,
      ascii.utf8.allSatisfy(Self.isNameByte)
    {
      host = ascii
    } else {
      throw .badURL(
        shown, reason: InternationalName.isAvailable ? "its host name is not valid" : InternationalName.missing)
    }
    guard host.utf8.count <= Self.maximumHostLength + (host.hasSuffix(".") ? 1 : 0) else {
      throw .badURL(shown, reason: "its host name is too long")
    }
    if let portText, !portText.isEmpty {
      guard portText.allSatisfy({ ("0"..."9").contains($0) }), let number = UInt16(String(portText)), number > 0 else {
        throw .badURL(shown, reason: "its port is not a number from 1 to 65535")
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

  /// True for letters, digits and the marks `-`, `.` and `_` (RFC 1123; underscores are in use). This check follows the
  /// mapping of an international name, which may turn a letter that looks like a slash into a slash.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    let scalar = Unicode.Scalar(byte)
    return scalar.isASCII && scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "-._".utf8.contains(byte)
  }

  /// The address without credentials, safe to request, show and log.
  public var text: String { origin + pathAndQuery }

  /// The path and query for a request line (RFC 3986). Bytes that are not allowed there, and a `%` that begins no
  /// escape, are escaped; all other bytes stay unchanged.
  package var requestTarget: String {
    var target: [UInt8] = []
    let bytes = Array(pathAndQuery.utf8)
    for (index, byte) in bytes.enumerated() {
      let isEscape =
        byte == UInt8(ascii: "%") && index + 2 < bytes.count && Self.isHexDigit(bytes[index + 1])
        && Self.isHexDigit(bytes[index + 2])
      if isEscape || Self.mayBeInTarget(byte) {
        target.append(byte)
      } else {
        let digits = Array("0123456789ABCDEF".utf8)
        target += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: target, as: UTF8.self)
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool { Unicode.Scalar(byte).properties.isASCIIHexDigit }

  /// True for unreserved and reserved characters of RFC 3986. Brackets stay unescaped, as in browsers.
  private static func mayBeInTarget(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && !"\"%<>\\^`{|}".utf8.contains(byte)
  }

  /// User and password in base64, for the `Basic` scheme (RFC 7617); nil when the address has none.
  package var basicCredentials: String? {
    credentials.map { Base64.encode(Array(($0.contains(":") ? $0 : $0 + ":").utf8)) }
  }

  /// The scheme, host and port; the port only when it is not the scheme's default.
  public var origin: String { "\(isSecure ? "https" : "http")://\(authority)" }

  /// The host, and the port when it is not the scheme's default.
  var authority: String { authority(of: host) }

  /// The same for a `Host` header: without the zone of a link-local address, which has no meaning for the server (RFC
  /// 6874, 4).
  var hostField: String { authority(of: host.contains(":") ? String(host.prefix { $0 != "%" }) : host) }

  private func authority(of host: String) -> String {
    let shownHost = host.contains(":") ? "[\(host)]" : host
    return port == (isSecure ? 443 : 80) ? shownHost : "\(shownHost):\(port)"
  }

  /// Resolves `reference` (a `Location` header, an entry of a playlist) against this address, by RFC 3986 as far as
  /// http needs it. The credentials are kept for the same origin, and for no other.
  public func resolving(_ reference: String) throws(TuneError) -> StreamURL {
    var target = try resolvingAddress(reference)
    if target.credentials == nil, target.origin == origin { target.credentials = credentials }
    return target
  }

  private func resolvingAddress(_ reference: String) throws(TuneError) -> StreamURL {
    if reference.isEmpty { return self }
    if Self.hasScheme(reference) { return try StreamURL(reference) }
    if reference.hasPrefix("//") { return try StreamURL((isSecure ? "https:" : "http:") + reference) }
    let path = pathAndQuery.prefix { $0 != "?" }
    if reference.hasPrefix("?") { return try StreamURL(origin + path + reference) }
    let target = reference.prefix { $0 != "?" && $0 != "#" }
    let rest = reference[target.endIndex...]
    if target.hasPrefix("/") { return try StreamURL(origin + Self.withoutDots(target) + rest) }
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
    return try StreamURL(origin + Self.withoutDots(folder + target) + rest)
  }

  /// Returns a path without its `.` and `..` segments (RFC 3986, 5.2.4); all other segments stay unchanged.
  private static func withoutDots(_ path: Substring) -> String {
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    guard segments.contains(where: { $0 == "." || $0 == ".." }) else { return String(path) }
    var kept: [Substring] = []
    for segment in segments.dropFirst() {
      if segment == ".." { kept = kept.dropLast() } else if segment != "." { kept.append(segment) }
    }
    if segments.last == "." || segments.last == ".." { kept.append("") }
    return "/" + kept.joined(separator: "/")
  }

  /// True when `reference` begins with a scheme and `://`; an address inside a query does not count.
  private static func hasScheme(_ reference: String) -> Bool {
    guard let end = reference.unicodeScalars.firstRange(of: "://".unicodeScalars) else { return false }
    return !reference.unicodeScalars[..<end.lowerBound].contains { "/?#".unicodeScalars.contains($0) }
  }

  /// The scope of the host, as far as its name shows it; nil for names that need a lookup.
  public var scope: AddressScope? { AddressScope(host: host) }

  /// False for an address whose text shows that it belongs to this machine, the local link or a private network, and
  /// for text that is not an address.
  public static func isPublic(_ address: String) -> Bool {
    guard let url = try? StreamURL(address) else { return false }
    return url.scope == nil || url.scope == .everywhere
  }

  /// True for names and literal addresses of this machine, and for addresses of the local link.
  public var isLocal: Bool { scope == .thisMachine || scope == .link }

  /// Returns `text` without the part between `://` and `@`.
  public static func withoutCredentials(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "@")),
      let schemeEnd = text.unicodeScalars.firstRange(of: "://".unicodeScalars)
    else { return text }
    let rest = text[schemeEnd.upperBound...].unicodeScalars
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    // A password may contain a slash that should be written `%2F`: removing too much is better than showing it.
    let suspect = authority.contains("@") ? authority : rest.prefix { $0 != "?" && $0 != "#" }
    guard let at = suspect.lastIndex(of: "@") else { return text }
    return text[..<schemeEnd.upperBound] + String(rest[rest.index(after: at)...])
  }

  private static func percentDecoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
