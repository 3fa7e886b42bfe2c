package import RadioModel

/// Station and title over bars that are alone: shown for three seconds when they change, faint at first and at last.
package struct TitleCaption: Equatable, Sendable {
  /// What is shown.
  package struct Lines: Equatable, Sendable {
    /// The station, and the title if there is one.
    package var texts: [String]
    /// Their style.
    package var style: Style
  }

  private var texts: [String] = []
  private var since: Int64?

  /// The time for which the texts are shown, and the times at its beginning and end in which they are faint, in
  /// nanoseconds.
  private static let (duration, fadeIn, fadeOut): (Int64, Int64, Int64) = (3_000_000_000, 300_000_000, 500_000_000)

  /// Creates a caption that is not shown.
  package init() {}

  /// Returns what is shown at `now`, in nanoseconds of the monotonic clock; nil for nothing. `isAlone` is true while the
  /// bars are alone.
  package mutating func update(_ status: RadioStatus, isAlone: Bool, now: Int64) -> Lines? {
    guard isAlone else {
      self = TitleCaption()
      return nil
    }
    let new = [status.name, status.title ?? ""].filter { !$0.isEmpty }
    if since == nil || new != texts { (texts, since) = (new, now) }
    guard let since, now - since < Self.duration, !texts.isEmpty else { return nil }
    let isFaint = now - since < Self.fadeIn || now - since >= Self.duration - Self.fadeOut
    return Lines(texts: texts, style: isFaint ? .faint : .strong)
  }
}
