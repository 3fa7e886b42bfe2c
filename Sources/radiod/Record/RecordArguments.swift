import ArgumentParser
import AudioCore
import Recording

/// Values of the options of `radiod record`.
enum RecordArguments {
  /// The variable that allows `--every 1m`, for tests.
  private static let testVariable = "RADIOD_TEST_LOG"

  /// Parses a time of 0 or more for `option`; throws a usage error for any other text.
  static func time(_ text: String, of option: String) throws -> Duration {
    guard let duration = DurationText.duration(text) else {
      throw ValidationError("\(option) takes a time such as \(DurationText.examples), not '\(text)'")
    }
    return duration
  }

  /// Parses a length of pieces of the day; throws a usage error for any other text.
  static func division(_ text: String) throws -> LogDivision {
    let isTest = CommandContext.environment[testVariable] == "1"
    guard let division = LogDivision(text), text != LogDivision.testWord || isTest else {
      throw ValidationError("--every takes \(LogDivision.words.joined(separator: ", ")), not '\(text)'")
    }
    return division
  }

  /// Parses an age: a time, or a number of days such as `42d`. Throws a usage error for any other text.
  static func age(_ text: String) throws -> Duration {
    let hoursPerDay = 24.0
    let days =
      text.last == "d" ? Double(text.dropLast()).flatMap { DurationText.duration("\($0 * hoursPerDay)h") } : nil
    guard let age = days ?? DurationText.duration(text), age > .zero else {
      throw ValidationError("--delete-after takes a time such as 42d, 36h or 90m, not '\(text)'")
    }
    return age
  }
}
