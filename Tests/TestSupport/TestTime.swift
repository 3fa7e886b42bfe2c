import Foundation

/// The time limits of tests, which are longer where the program runs slowly, as under ThreadSanitizer.
public enum TestTime {
  /// The factor of all limits: the environment variable `TEST_TIME_SCALE`, 1 to 1000; 1 without it.
  public static let scale: Int = {
    let text = ProcessInfo.processInfo.environment["TEST_TIME_SCALE"] ?? ""
    return min(max(Int(text) ?? 1, 1), 1000)
  }()

  /// Returns a limit in seconds.
  public static func seconds(_ seconds: Double) -> Duration { .seconds(seconds) * scale }

  /// Returns a limit in milliseconds.
  public static func milliseconds(_ milliseconds: Int) -> Duration { .milliseconds(milliseconds) * scale }
}
