import Glibc

/// The widths of characters in the C library, which are independent of the program's own widths.
enum SystemWidth {
  private static let function: (@convention(c) (Int32) -> Int32)? = {
    guard let symbol = dlsym(nil, "wcwidth") else { return nil }
    return unsafeBitCast(symbol, to: (@convention(c) (Int32) -> Int32).self)
  }()
  /// Created once and never changed: many threads may use a locale.
  nonisolated(unsafe) private static let locale = newlocale(1 << Int32(LC_CTYPE), "C.UTF-8", nil)

  static func of(_ scalar: Unicode.Scalar) -> Int {
    guard let function, let locale else { return 1 }
    let old = uselocale(locale)
    defer { uselocale(old) }
    return Int(function(Int32(scalar.value)))
  }
}
