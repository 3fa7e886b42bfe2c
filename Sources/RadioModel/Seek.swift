import AudioCore

/// Where a listener moves within the sound that is kept.
public enum Seek: Sendable, Equatable {
  /// Forward by this time, or back by a negative one.
  case by(Duration)
  /// To this time since tuning in, see ``TunerSnapshot/elapsed``.
  case to(Duration)
  /// To the beginning of a title: -1 is this title or, in its first 3 s, the one before it; 1 is the next one.
  case title(Int)
  /// To what a listener hears who never paused nor went back.
  case live

  /// The longest time of ``by(_:)``, in both directions.
  public static let maximumStep = Duration.seconds(21_600)
  /// The longest time of ``to(_:)``: about a hundred years.
  public static let maximumTime = Duration.seconds(3_200_000_000)
  /// Within this time after the beginning of a title, -1 of ``title(_:)`` is the title before it.
  public static let titleStart = Duration.seconds(3)
  /// The time of a move that does not say how far.
  public static let defaultStep = Duration.seconds(10)
  /// The word for a title in place of a time.
  public static let titleWord = "title"

  /// The move that `text` gives, in `direction`, 1 for forward or -1 for back: ``titleWord``, or a time above 0 up to
  /// ``maximumStep``, as ``DurationText`` reads it. Nil for any other text.
  public init?(_ text: String, direction: Int) {
    if text == Self.titleWord {
      self = .title(direction)
    } else if let step = DurationText.duration(text), step > .zero, step <= Self.maximumStep {
      self = .by(step * direction)
    } else {
      return nil
    }
  }
}
