/// The pauses between requests. A value type: the caller waits.
package struct SubmissionPace: Sendable {
  /// The least time between two requests: the API asks for one a second at most.
  package static let minimum = Duration.seconds(1)
  /// The longest pause of a server that fails.
  package static let maximum = Duration.seconds(1800)

  /// The pause after the first failure; each further failure doubles it.
  package let firstPause: Duration
  private let minimum: Duration
  /// The number of failures in a row.
  package private(set) var failures = 0

  /// Creates the pace of real servers; tests pass shorter times.
  package init(firstPause: Duration = .seconds(10), minimum: Duration = Self.minimum) {
    self.firstPause = firstPause
    self.minimum = minimum
  }

  /// Returns the pause after `answer`.
  package mutating func pause(after answer: SubmissionAnswer) -> Duration {
    switch answer {
    case .accepted(let pause):
      failures = 0
      return max(minimum, pause)
    case .refused, .tooLarge, .unauthorized:
      failures = 0
      return minimum
    case .later(_, let pause):
      failures += 1
      return max(pause, min(firstPause * (1 << min(failures - 1, 16)), Self.maximum))
    }
  }
}
