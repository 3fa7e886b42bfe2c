/// A number of things in words.
enum CountText {
  /// Returns `1 error` or `2 errors`.
  static func text(_ count: Int, _ word: String) -> String { "\(count) \(word)\(count == 1 ? "" : "s")" }
}
