extension StreamAddress {
  /// Returns `reference`, from a playlist at `base`, as an absolute address that can be used (RFC 3986, 5.2). Returns
  /// nil for another scheme, no host, control characters, or a reference relative to an address that is no http
  /// address. Percent-encodes blanks.
  public static func resolve(_ reference: String, base: String) -> String? {
    let reference =
      reference.contains(" ")
      ? reference.split(separator: " ", omittingEmptySubsequences: false)
        .joined(separator: "%20") : reference
    let absolute = hasScheme(reference) ? reference : join(reference, to: base)
    guard let absolute, fault(absolute) == nil else { return nil }
    return normalized(absolute)
  }

  private static func hasScheme(_ reference: String) -> Bool {
    guard let end = reference.firstIndex(where: { ":/?#".contains($0) }), reference[end] == ":" else { return false }
    let scheme = reference[..<end]
    return scheme.first.map { $0.isASCII && $0.isLetter } ?? false
  }

  private static func join(_ reference: String, to base: String) -> String? {
    guard !reference.isEmpty, fault(base) == nil, let (scheme, rest) = split(base) else { return nil }
    if reference.hasPrefix("//") { return scheme + ":" + reference }
    let authority = rest.prefix { !"/?#".contains($0) }
    let path = rest[authority.endIndex...].prefix { $0 != "?" && $0 != "#" }
    let origin = scheme + "://" + authority
    if reference.hasPrefix("?") { return origin + (path.isEmpty ? "/" : path) + reference }
    let folder = path[...].lastIndex(of: "/").map { path[...$0] } ?? "/"
    let target = reference.prefix { $0 != "?" && $0 != "#" }
    let segments = withoutDots(target.hasPrefix("/") ? target : folder + target)
    return origin + segments + reference[target.endIndex...]
  }

  /// Returns a path without its `.` and `..` segments (RFC 3986, 5.2.4).
  private static func withoutDots(_ path: Substring) -> String {
    var kept: [Substring] = []
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for segment in segments {
      switch segment {
      case ".": break
      case "..": _ = kept.popLast()
      default: kept.append(segment)
      }
    }
    if let last = segments.last, last == "." || last == ".." { kept.append("") }
    return "/" + kept.joined(separator: "/")
  }
}
