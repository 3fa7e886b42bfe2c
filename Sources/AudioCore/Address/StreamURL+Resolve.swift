// Relative references, by RFC 3986, 5.2, as far as http needs it.
extension StreamURL {
  /// Resolves `reference` (a `Location` header, an entry of a playlist) against this address. The credentials are kept
  /// for the same origin, and for no other.
  ///
  /// Only `://` marks a reference with a scheme, because the names of segments may contain colons (`seg-12:30.ts`).
  public func resolving(_ reference: String) throws(TuneError) -> StreamURL {
    var target = self
    if Self.hasScheme(reference) {
      target = try StreamURL(reference)
    } else if !reference.isEmpty {
      target = try StreamURL(Self.join(reference, scheme: isSecure ? "https" : "http", origin: origin, path: path))
    }
    if target.credentials == nil, target.origin == origin { target.credentials = credentials }
    return target
  }

  /// Returns `reference`, from a list of stations at `base`, as an absolute address that can be used. Returns nil for
  /// another scheme, no host, control characters, or a reference relative to a `base` that is not an http address.
  /// Percent-encodes blanks.
  ///
  /// A colon marks a reference with a scheme, because lists contain `mailto:` and `C:\Music`.
  public static func resolve(_ reference: String, base: String) -> String? {
    let words = reference.unicodeScalars.split(separator: " ", omittingEmptySubsequences: false)
    let reference = words.count > 1 ? words.map { String($0) }.joined(separator: "%20") : reference
    var absolute = reference
    if !beginsWithScheme(reference) {
      guard !reference.isEmpty, fault(base) == nil, let parts = AddressParts(base) else { return nil }
      let origin = parts.scheme + "://" + String(parts.authority)
      absolute = join(reference, scheme: parts.scheme, origin: origin, path: parts.path)
    }
    return fault(absolute) == nil ? normalized(absolute) : nil
  }

  /// The path without the query.
  private var path: Substring.UnicodeScalarView { pathAndQuery[...].unicodeScalars.prefix { $0 != "?" } }

  /// True when `reference` begins with a scheme and `://`; an address inside a query does not count.
  private static func hasScheme(_ reference: String) -> Bool {
    guard let end = AddressParts.schemeEnd(reference) else { return false }
    return !reference.unicodeScalars[..<end.lowerBound].contains(where: AddressParts.isAuthorityEnd)
  }

  /// True when `reference` begins with a letter and has a colon before any slash, query and fragment.
  private static func beginsWithScheme(_ reference: String) -> Bool {
    let scalars = reference.unicodeScalars
    guard let first = scalars.first, first.isASCII, first.properties.isAlphabetic else { return false }
    return scalars.first { $0 == ":" || AddressParts.isAuthorityEnd($0) } == ":"
  }

  /// Returns the address that `reference`, which has no scheme and is not empty, names in a document at `origin` and
  /// `path`.
  private static func join(
    _ reference: String, scheme: String, origin: String, path: Substring.UnicodeScalarView
  ) -> String {
    let reference = reference[...].unicodeScalars
    if reference.starts(with: "//".unicodeScalars) { return scheme + ":" + String(reference) }
    if reference.first == "?" { return origin + (path.isEmpty ? "/" : String(path)) + String(reference) }
    let target = reference.prefix { $0 != "?" && $0 != "#" }
    let rest = String(reference[target.endIndex...])
    if target.first == "/" { return origin + withoutDots(String(target)) + rest }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "/"
    return origin + withoutDots(folder + String(target)) + rest
  }

  /// Returns a path without its `.` and `..` segments (RFC 3986, 5.2.4); all other segments stay unchanged. The path
  /// begins with a slash.
  private static func withoutDots(_ path: String) -> String {
    let segments = path.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).map { Substring($0) }
    guard segments.contains(where: { $0 == "." || $0 == ".." }) else { return path }
    var kept: [Substring] = []
    for segment in segments.dropFirst() {
      if segment == ".." { kept = kept.dropLast() } else if segment != "." { kept.append(segment) }
    }
    if segments.last == "." || segments.last == ".." { kept.append("") }
    return "/" + kept.joined(separator: "/")
  }
}
