/// An address cut at its separators. Nothing is checked but that it has a `://`.
///
/// The cuts are by scalars: as a `Character`, a slash with a combining mark would not match; other software sees a
/// slash.
package struct AddressParts {
  /// The scheme, in lower case.
  package let scheme: String
  /// All text after `://`.
  package let rest: Substring.UnicodeScalarView
  /// Credentials, host and port, as they are written.
  package let authority: Substring.UnicodeScalarView

  /// Cuts `text`; nil when it has no `://`.
  package init?(_ text: String) {
    guard let schemeEnd = text.utf8.firstRange(of: "://".utf8) else { return nil }
    scheme = text[..<schemeEnd.lowerBound].lowercased()
    rest = text[schemeEnd.upperBound...].unicodeScalars
    authority = rest.prefix { !Self.isAuthorityEnd($0) }
  }

  /// The credentials, as they are written; nil when there are none.
  package var credentials: Substring.UnicodeScalarView? { authority.lastIndex(of: "@").map { authority[..<$0] } }

  /// Host and port, as they are written.
  package var hostAndPort: Substring.UnicodeScalarView {
    authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
  }

  /// The path, as it is written; may be empty.
  package var path: Substring.UnicodeScalarView { rest[authority.endIndex...].prefix { $0 != "?" && $0 != "#" } }

  /// Path and query without a fragment, as they are written; may be empty.
  package var pathAndQuery: Substring.UnicodeScalarView { rest[authority.endIndex...].prefix { $0 != "#" } }

  /// True for the scalars that end credentials, host and port (RFC 3986, 3.2).
  static func isAuthorityEnd(_ scalar: Unicode.Scalar) -> Bool { scalar == "/" || scalar == "?" || scalar == "#" }
}
