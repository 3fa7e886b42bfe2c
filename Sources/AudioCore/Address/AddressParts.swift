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
    guard let schemeEnd = Self.schemeEnd(text) else { return nil }
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

  /// Returns the place of the first `://` in `text`; nil when there is none. (The standard library's search takes five
  /// times as long, which is a tenth of the start of the program: each address of the station list is cut.)
  static func schemeEnd(_ text: String) -> Range<String.Index>? {
    var rest = text.utf8[...]
    while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
      rest = rest[colon...].dropFirst()
      if rest.starts(with: "//".utf8) { return colon..<rest.index(rest.startIndex, offsetBy: 2) }
    }
    return nil
  }

  /// True for the scalars that end credentials, host and port (RFC 3986, 3.2).
  static func isAuthorityEnd(_ scalar: Unicode.Scalar) -> Bool { scalar == "/" || scalar == "?" || scalar == "#" }
}
