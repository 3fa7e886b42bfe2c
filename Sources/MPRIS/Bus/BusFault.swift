import Glibc

/// What libsystemd could not do.
struct BusFault: Error, CustomStringConvertible {
  /// The system's number for it, positive.
  var code: Int32

  /// The system's words for it.
  var description: String { String(cString: strerror(code)) }

  /// `result` when it is none of libsystemd's negative codes.
  @discardableResult static func check(_ result: Int32) throws(BusFault) -> Int32 {
    guard result >= 0 else { throw BusFault(code: -result) }
    return result
  }
}
