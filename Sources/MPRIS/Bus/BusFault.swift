import SystemSupport

/// An error of libsystemd.
struct BusFault: Error, CustomStringConvertible {
  /// The system's error number, positive.
  var code: Int32

  /// The system's text for the error.
  var description: String { SystemReason.text(of: code) }

  /// Returns `result`, or throws when it is one of libsystemd's negative error codes.
  @discardableResult static func check(_ result: Int32) throws(BusFault) -> Int32 {
    guard result >= 0 else { throw BusFault(code: -result) }
    return result
  }
}
