import CIDN2

/// International host names in the form that the name system has (RFC 5891), by libidn2, which is loaded when the first one is met.
enum InternationalName {
  /// Said where the library is missing.
  static let missing = "its name has letters beyond ASCII, which need the library libidn2; or write it as xn--…"

  /// True where the library is installed.
  static var isAvailable: Bool { springradio_idn2_is_available() != 0 }

  /// `name` in ASCII and lower case, by the mapping of UTS 46, as browsers read it; nil when it is no valid name.
  static func ascii(_ name: String) -> String? {
    guard let text = springradio_idn2_ascii(name) else { return nil }
    defer { springradio_idn2_free(text) }
    return String(cString: text)
  }
}
