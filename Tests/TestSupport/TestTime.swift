import Foundation

/// The time limits of tests, which are longer where the program runs slowly, as under ThreadSanitizer.
public enum TestTime {
  /// The factor of all limits: the environment variable `TEST_TIME_SCALE`, 1 to 1000; 1 without it.
  public static let scale: Int = {
    let text = ProcessInfo.processInfo.environment["TEST_TIME_SCALE"] ?? ""
    return min(max(Int(text) ?? 1, 1), 1000)
  }()

  /// The factor of the limits of waits for what must come, and of tests. Such a limit is reached only by a program that
  /// hangs, so it allows for a machine with much other work.
  public static let waitScale = 4 * scale

  /// Returns the limit of a wait for what must come, in seconds on a machine without other work.
  public static func seconds(_ seconds: Double) -> Duration { .seconds(seconds) * waitScale }
}
