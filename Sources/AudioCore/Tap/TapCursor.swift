/// The place up to which a reader has copied the sound of a tap; see ``PCMTap/follow(_:maximumSamples:into:now:)``.
public struct TapCursor: Sendable {
  /// The sound before the audible frame that a new reader gets: enough for the longest window of a spectrum at 44.1
  /// kHz.
  public static let history: Duration = .milliseconds(400)
  /// A reader that is further behind the audible frame than this loses sound.
  public static let maximumLag: Duration = .milliseconds(800)

  /// The place; nil before the first sound.
  var place: Place?

  /// A frame of a tap's format.
  struct Place: Sendable {
    /// The number that identifies the tap.
    var tap: Int
    /// The ring's position at the start of the format.
    var formatStart: Int
    /// The frames of the format before the place.
    var frame: Int
  }

  /// The cursor of a reader that has copied nothing.
  public init() {}
}
