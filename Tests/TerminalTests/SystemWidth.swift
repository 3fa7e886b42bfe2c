import Glibc

/// The C library's opinion on the width of characters, which has nothing to do with ours.
enum SystemWidth {
  private static let function: (@convention(c) (Int32) -> Int32)? = {
    guard let symbol = dlsym(nil, "wcwidth") else { return nil }
    return unsafeBitCast(symbol, to: (@convention(c) (Int32) -> Int32).self)
  }()
  /// Made once, never changed: locales may be used by many threads.
  nonisolated(unsafe) private static let locale = newlocale(1 << Int32(LC_CTYPE), "C.UTF-8", nil)

  static func of(_ scalar: Unicode.Scalar) -> Int {
    guard let function, let locale else { return 1 }
    let old = uselocale(locale)
    defer { uselocale(old) }
    return Int(function(Int32(scalar.value)))
  }
}
