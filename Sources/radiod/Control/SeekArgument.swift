import ArgumentParser
import AudioCore
import RadioModel

/// The argument of `radiod ctl back` and `forward`: how far.
enum SeekArgument {
  /// The word for a title instead of a time.
  static let titleWord = "title"
  /// The distance without an argument.
  private static let defaultStep = Duration.seconds(10)
  /// The help of the argument.
  static let help = ArgumentHelp(
    "How far: a time such as 10s or 5m, or 'title'. (default: 10s)", valueName: "time|title")

  /// Returns the move that `word` gives, in `direction`, 1 for forward or -1 for back. Throws a usage error, which names
  /// `command`, for any other word.
  static func seek(_ word: String?, direction: Int, command: String) throws -> Seek {
    guard let word else { return .by(defaultStep * direction) }
    if word == titleWord { return .title(direction) }
    guard let step = DurationText.duration(word), step > .zero, step <= Seek.maximumStep else {
      throw ValidationError(
        "'\(command)' takes a time up to \(DurationText.text(Seek.maximumStep)), such as 10s or 5m, or '\(titleWord)', "
          + "not '\(word)'")
    }
    return .by(step * direction)
  }
}
