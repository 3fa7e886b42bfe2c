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
    if address.contains(where: \.isWhitespace) { return "has a blank in it" }
    guard let (scheme, rest) = split(address) else { return "is no http or https address" }
    guard ["http", "https", "icy", "shout"].contains(scheme) else { return "is no http or https address" }
    let authority = rest.prefix { !"/?#".contains($0) }
    let host = authority[(authority.lastIndex(of: "@").map(authority.index(after:)) ?? authority.startIndex)...]
    return host.isEmpty || host.hasPrefix(":") ? "names no host" : nil
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

  /// Scheme in lower case, and what follows its `://`.
  static func split(_ address: String) -> (scheme: String, rest: Substring)? {
    guard let colon = address.firstIndex(of: ":"), address[colon...].hasPrefix("://") else { return nil }
    let scheme = address[..<colon]
    guard !scheme.isEmpty, scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
    else {
      return nil
    }
    return (scheme.lowercased(), address[address.index(colon, offsetBy: 3)...])
  }
}

extension Unicode.Scalar {
  /// True for what must never reach a terminal or a request's head: C0, DEL, C1, line and paragraph separators, and the
  /// marks that change the direction of writing.
  var isUnprintable: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0x061C: true
    default: false
    }
  }
}
