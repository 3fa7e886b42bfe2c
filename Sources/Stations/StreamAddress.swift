/// What may stand where the address of a stream is wanted.
public enum StreamAddress {
  /// Bytes an address may have.
  public static let maximumBytes = 8192

  /// What is wrong with `address`, in words that follow its name ("has a blank in it"); nil when it can be used:
  /// http, https, or the icy and shout that old lists write for http; a host; no blanks, no control characters.
  public static func fault(_ address: String) -> String? {
    if address.isEmpty { return "is empty" }
    if address.utf8.count > maximumBytes { return "is longer than \(maximumBytes) bytes" }
    if address.unicodeScalars.contains(where: \.isUnprintable) { return "holds a control character" }
    if address.unicodeScalars.contains(where: \.isBlank) { return "has a blank in it" }
    guard let (scheme, rest) = split(address), ["http", "https", "icy", "shout"].contains(scheme) else {
      return "is no http or https address"
    }
    let authority = rest.utf8.prefix { !isAuthorityEnd($0) }
    let host = authority[
      (authority.lastIndex(of: UInt8(ascii: "@")).map(authority.index(after:)) ?? authority.startIndex)...]
    return host.isEmpty || host.first == UInt8(ascii: ":") ? "names no host" : nil
  }

  /// `address` with a scheme that HTTP clients know: icy and shout become http, upper case becomes lower.
  public static func normalized(_ address: String) -> String {
    guard let (scheme, rest) = split(address) else { return address }
    return (scheme == "icy" || scheme == "shout" ? "http" : scheme) + "://" + rest
  }

  /// What `address` has in common with others that lead to the same place: scheme and host in lower case, no port that goes without
  /// saying, at least `/` for a path, no fragment. For comparing, not for asking.
  public static func identity(_ address: String) -> String {
    guard let (scheme, rest) = split(normalized(address)) else { return address }
    let authority = rest.prefix { !"/?#".contains($0) }
    let path = rest[authority.endIndex...].prefix { $0 != "#" }
    let hostStart = authority.lastIndex(of: "@").map(authority.index(after:)) ?? authority.startIndex
    var host = authority[hostStart...].lowercased()
    let port = scheme == "https" ? ":443" : ":80"
    if host.hasSuffix(port) { host.removeLast(port.count) }
    if host.hasSuffix(":") { host.removeLast() }
    return scheme + "://" + authority[..<hostStart] + host + (path.hasPrefix("/") ? "" : "/") + path
  }

  private static func isAuthorityEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
  }

  /// Scheme in lower case, and what follows its `://`. By bytes, not by characters: a slash with a combining mark behind it is one
  /// character, and to servers a slash.
  static func split(_ address: String) -> (scheme: String, rest: Substring)? {
    let bytes = address.utf8
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else {
      return nil
    }
    let scheme = bytes[..<colon]
    guard !scheme.isEmpty, scheme.allSatisfy(isSchemeByte) else { return nil }
    return (address[..<colon].lowercased(), address[bytes.index(colon, offsetBy: 3)...])
  }

  private static func isSchemeByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "+-.".utf8.contains(byte)
    }
  }
}

extension Unicode.Scalar {
  /// True for blanks of any script.
  fileprivate var isBlank: Bool { isASCII ? self == " " : properties.isWhitespace }

  /// True for what must never reach a terminal or a request's head: C0, DEL, C1, line and paragraph separators, and the
  /// marks that change the direction of writing.
  var isUnprintable: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0x061C: true
    default: false
    }
  }
}
