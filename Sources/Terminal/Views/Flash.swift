/// A short text that is shown for a moment. A newer one replaces it at once.
package struct Flash: Sendable {
  private var text = ""
  /// How long it is shown, in nanoseconds.
  private var duration: Int64 = 0
  /// When it ends; nil before its first picture.
  private var until: Int64?

  /// The display time of a text and of each of its characters, and the longest one, in nanoseconds.
  private static let baseDuration: Int64 = 1_200_000_000
  private static let characterDuration: Int64 = 40_000_000
  private static let maximumDuration: Int64 = 8_000_000_000
  /// The minimum display time of a text that may be no answer to a key, in nanoseconds.
  private static let noticeDuration: Int64 = 4_000_000_000
  /// The number of characters that `baseDuration` is enough for.
  private static let shortLength = 16

  /// Creates a flash without a text.
  package init() {}

  /// Shows `text` from the next picture on, in place of the one before; longer when it is a notice of the radio.
  package mutating func show(_ text: String, isNotice: Bool = false) {
    (self.text, until) = (text, nil)
    let more = Int64(max(text.count - Self.shortLength, 0)) * Self.characterDuration
    duration = max(min(Self.baseDuration + more, Self.maximumDuration), isNotice ? Self.noticeDuration : 0)
  }

  /// Returns the text for a picture at `now`, in nanoseconds of the monotonic clock; nil when there is none.
  package mutating func text(now: Int64) -> String? {
    guard !text.isEmpty else { return nil }
    let end = until ?? now + duration
    until = end
    if end < now { text = "" }
    return text.isEmpty ? nil : text
  }
}
