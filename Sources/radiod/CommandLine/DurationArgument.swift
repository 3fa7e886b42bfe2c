import ArgumentParser

/// A duration of audio on the command line, in seconds: `30`, `2.5`.
struct DurationArgument: ExpressibleByArgument {
  /// The duration.
  let duration: Duration

  /// The maximum duration in seconds: about a hundred years.
  private static let maximumSeconds = 3.2e9

  init?(argument: String) {
    guard let seconds = Double(argument), seconds > 0, seconds <= Self.maximumSeconds else { return nil }
    duration = .seconds(seconds)
  }
}
