/// How often in a row a lost connection is made again before the source is given up: what `--retry` says.
public enum RetryLimit: Sendable, Equatable {
  /// So many tries; 0 gives up with the first failure.
  case times(Int)
  /// Until it works, or until somebody stops it.
  case forever

  /// No tries at all.
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
