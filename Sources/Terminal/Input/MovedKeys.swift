/// Says what took the place of a key that had another meaning, once for each key.
package struct MovedKeys: Sendable {
  private var said: Set<Key> = []

  private static let sentences: [Key: String] = [
    "0": "press + for more volume", "9": "press - for less volume",
    .up: "press + for more volume", .down: "press - for less volume",
    .right: "press n for the next station", .left: "press b for the previous station",
    "f": "press v for other bars; f marks favourites", "p": "press space to stop and resume",
    "h": "press ? for help",
  ]

  /// Creates a record of keys in which none was pressed.
  package init() {}

  /// Returns the sentence for `key`, which has the effect `action` now; nil for a key that did not move, after the first
  /// time, and for the keys of a list.
  package mutating func sentence(for key: Key, action: ViewAction?) -> String? {
    let key = KeyMap.lowered(key) ?? key
    if case .move = action { return nil }
    guard let sentence = Self.sentences[key], said.insert(key).inserted else { return nil }
    return sentence
  }
}
