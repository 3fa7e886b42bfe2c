import SystemSupport

/// An error of libsystemd.
package struct BusError: Error, CustomStringConvertible {
  /// The system's error number, positive.
  package var code: Int32
  /// True when a new connection would end the same way.
  package var isFinal: Bool

  /// A fault with this error number, positive.
  package init(code: Int32, isFinal: Bool = false) {
    self.code = code
    self.isFinal = isFinal
  }

  /// The system's text for the error.
  package var description: String { SystemReason.text(of: code) }

  /// Returns `result`, or throws when it is one of libsystemd's negative error codes.
  @discardableResult static func check(_ result: Int32) throws(BusError) -> Int32 {
    guard result >= 0 else { throw BusError(code: -result) }
    return result
  }
}
