/// The maximum number of consecutive attempts to reconnect before the source is given up: the value of `--retry`.
public enum RetryLimit: Sendable, Equatable {
  /// At most this many attempts; with 0 the first failure is final.
  case times(Int)
  /// No limit: until it works, or until it is stopped.
  case forever

  /// No attempts to reconnect.
  public static let never = RetryLimit.times(0)

  /// Reads `never`, `forever` or a number from 0 up; nil for anything else.
  public init?(_ text: String) {
    switch text {
    case "never": self = .never
    case "forever": self = .forever
    default:
      guard let count = Int(text), count >= 0, text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }) else { return nil }
      self = .times(count)
    }
  }
}
