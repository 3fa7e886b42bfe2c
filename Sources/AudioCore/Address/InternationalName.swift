import CIDN2

/// Converts international host names to the ASCII form of the DNS (RFC 5891) with libidn2. The library is loaded for
/// the first such name.
enum InternationalName {
  /// The error text for systems without the library.
  static let missing = "its name has letters beyond ASCII, which need the library libidn2; or write it as xn--…"

  /// True when the library is installed.
  static var isAvailable: Bool { springradio_idn2_is_available() != 0 }

  /// Returns `name` in ASCII and lower case, with the mapping of UTS 46, which browsers use. Returns nil when `name` is
  /// not a valid name.
  static func ascii(_ name: String) -> String? {
    guard let text = springradio_idn2_ascii(name) else { return nil }
    defer { springradio_idn2_free(text) }
    return String(cString: text)
  }
}
