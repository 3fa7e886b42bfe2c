/// Short texts that are shown for a moment each, one after the other.
struct FlashQueue {
  private var waiting: [String] = []
  private var shown: (text: String, until: Int64)?

  /// The display time of a text and of each of its characters, and the longest one, in nanoseconds.
  private static let baseDuration: Int64 = 1_200_000_000
  private static let characterDuration: Int64 = 40_000_000
  private static let maximumDuration: Int64 = 8_000_000_000
  /// The number of characters that `baseDuration` is enough for.
  private static let shortLength = 16
  /// The maximum number of texts that wait. Of more the oldest are dropped.
  private static let maximumWaiting = 3

  /// Adds a text. A short one is shown at once; it replaces short ones.
  mutating func add(_ text: String) {
    if Self.isShort(text) {
      waiting.removeAll(where: Self.isShort)
      if let shown, Self.isShort(shown.text) { self.shown = nil }
    }
    waiting.append(text)
    if waiting.count > Self.maximumWaiting { waiting.removeFirst() }
  }

  /// Returns the text for `now`, in nanoseconds of the monotonic clock; nil when there is none.
  mutating func text(now: Int64) -> String? {
    if let shown, shown.until >= now { return shown.text }
    shown = nil
    guard !waiting.isEmpty else { return nil }
    let text = waiting.removeFirst()
    let more = Int64(max(text.count - Self.shortLength, 0)) * Self.characterDuration
    shown = (text, now + min(Self.baseDuration + more, Self.maximumDuration))
    return text
  }

  /// True for a word or two, such as the name of a visualizer.
  private static func isShort(_ text: String) -> Bool { text.count <= shortLength }
}
