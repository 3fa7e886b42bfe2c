import ArgumentParser
import AudioCore

/// `--format`, for raw samples without a header on standard input.
struct InputFormatArgument: ParsableArguments {
  @Option(
    name: .customLong("format"),
    help: ArgumentHelp(
      "Format of raw samples on standard input: s16le or f32le, rate and channels, such as s16le:44100:2.",
      valueName: "format:rate:channels"),
    completion: .list(["s16le:44100:2", "s16le:48000:2", "f32le:44100:2", "f32le:48000:2"]))
  var text: String?

  func validate() throws { _ = try format() }

  /// Returns the format of standard input; nil to detect it from the data. Throws `ValidationError`.
  func format() throws -> RawSampleFormat? {
    try text.map { text in try OptionFlags.checked { () throws(OptionError) in try RawSampleFormat(text) } }
  }

  /// Rejects `--format` for any `source` except standard input: the others state their format themselves.
  func check(_ source: String?) throws {
    guard text == nil || source == "-" else {
      throw ValidationError("--format goes with - (standard input), not with '\(source ?? "")'; put - in its place")
    }
  }
}
