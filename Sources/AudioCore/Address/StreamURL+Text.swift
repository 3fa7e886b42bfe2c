/// The rules for the address of a stream.
public enum StreamAddress {
  /// The maximum length of an address, in bytes.
  public static let maximumBytes = 8192

  /// Returns what is wrong with `address`, in words that follow its name ("has a blank in it"); nil when it can be
  /// used. A usable address has the scheme http or https, or icy or shout, which old lists write for http; a host; no
  /// blanks and no control characters.
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

  /// Returns `address` with a scheme that HTTP clients know: icy and shout become http, and the scheme
  /// becomes lower case.
  public static func normalized(_ address: String) -> String {
    guard let (scheme, rest) = split(address) else { return address }
    return (scheme == "icy" || scheme == "shout" ? "http" : scheme) + "://" + rest
  }

  /// Returns the form that `address` has in common with others of the same place: scheme and host in lower case, no
  /// default port, at least `/` as the path, no fragment. For comparisons only, not for requests.
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

  /// Returns the scheme in lower case, and the text after `://`. Works on bytes, not on characters: a slash followed by
  /// a combining mark is one character, but servers see a slash.
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

  /// True for characters that must never reach a terminal or a request's head: C0, DEL, C1, line and paragraph
  /// separators, and the marks that change the direction of writing.
  var isUnprintable: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0x061C: true
    default: false
    }
  }
}
