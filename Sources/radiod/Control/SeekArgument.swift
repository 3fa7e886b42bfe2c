import ArgumentParser
import AudioCore
import RadioModel

/// The argument of `radiod ctl back` and `forward`: how far.
enum SeekArgument {
  /// The help of the argument.
  static let help = ArgumentHelp(
    "How far: a time such as 10s or 5m, or 'title'. (default: 10s)", valueName: "time|title")

  /// Returns the move that `word` gives, in `direction`, 1 for forward or -1 for back. Throws a usage error, which names
  /// `command`, for any other word.
  static func seek(_ word: String?, direction: Int, command: String) throws -> Seek {
    guard let word else { return .by(Seek.defaultStep * direction) }
    guard let seek = Seek(word, direction: direction) else {
      throw ValidationError(
        "'\(command)' takes a time up to \(DurationText.text(Seek.maximumStep)), such as 10s or 5m, or "
          + "'\(Seek.titleWord)', not '\(word)'")
    }
    return seek
  }
}
