import ArgumentParser
import AudioCore
import RadioModel

/// The argument of `radiod ctl back` and `forward`: how far.
enum SeekArgument {
  /// The help of the argument.
  static let help = ArgumentHelp(
    "How far: a time such as 10s or 5m, or 'title'. (default: 10s)", valueName: "time|title")

  /// Returns the move that the only one of `words` gives, in `direction`, 1 for forward or -1 for back. Throws a usage
  /// error, which names `command`, for any other words.
  static func seek(_ words: [String], direction: Int, command: String) throws -> Seek {
    guard let word = words.first else { return .by(Seek.defaultStep * direction) }
    guard words.count == 1, let seek = Seek(word, direction: direction) else {
      throw ValidationError(
        "'\(command)' takes a time up to \(DurationText.text(Seek.maximumStep)), such as 10s or 5m, or "
          + "'\(Seek.titleWord)', not '\(words.joined(separator: " "))'")
    }
    return seek
  }
}
