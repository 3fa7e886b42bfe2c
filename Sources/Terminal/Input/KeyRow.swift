/// One row of the table of keys: keys that belong together, and what each of them does.
package struct KeyRow: Equatable, Sendable {
  /// A key of the row.
  package struct Entry: Equatable, Sendable {
    /// The key.
    package var key: Key
    /// Its effect.
    package var action: ViewAction
    /// Where texts name the key.
    package var place: Place
  }

  /// Where texts name a key.
  package enum Place: Sendable {
    /// In every text.
    case hint
    /// In the list of all keys.
    case list
    /// Nowhere: it does the same on some keyboards.
    case nowhere
  }

  /// What the keys do, in a few words.
  package var effect: String
  /// The panes in which they do it; empty for all.
  package var panes: [PaneKind]
  /// The keys; none when the user took them away.
  package var entries: [Entry]
  /// The words for the row of hints, such as `stop`; empty when the hints leave the keys out.
  package var hint: String

  /// The fewest digits in sequence that are written as a range.
  private static let rangeLength = 3

  init(
    _ effect: String, in panes: [PaneKind] = [], hint: String = "", _ keys: [(key: Key, action: ViewAction)],
    more: [(key: Key, action: ViewAction)] = [], unnamed: [(key: Key, action: ViewAction)] = []
  ) {
    self.effect = effect
    self.panes = panes
    self.hint = hint
    let places: [([(key: Key, action: ViewAction)], Place)] = [(keys, .hint), (more, .list), (unnamed, .nowhere)]
    entries = places.flatMap { keys, place in keys.map { Entry(key: $0.key, action: $0.action, place: place) } }
  }
}

extension KeyRow {
  /// The keys as people read them: `n b > <`, and `1-4` for digits in sequence.
  package var label: String { Self.text(of: entries.filter { $0.place != .nowhere }.map(\.key)) }

  /// The keys for the row of hints: `n b`. Where the user took these away, the others.
  package var shortLabel: String {
    let main = entries.filter { $0.place == .hint }
    return main.isEmpty ? label : Self.text(of: main.map(\.key))
  }

  /// True when the keys are of no use without stations, titles and a log.
  package var needsPanes: Bool { entries.contains { $0.action.needsPanes } }

  /// The names of the actions in config.json, each once.
  package var actionNames: [String] {
    entries.reduce(into: []) { names, entry in
      if let name = entry.action.name, !names.contains(name) { names.append(name) }
    }
  }

  /// True when the row has `key`.
  func lists(_ key: Key) -> Bool { entries.contains { $0.key == key } }

  private static func text(of keys: [Key]) -> String {
    var texts: [String] = []
    var rest = keys[...]
    while let first = rest.first {
      let run = rest.indices.prefix { index in digit(keys[index]) == digit(first).map { $0 + index - rest.startIndex } }
      let isRange = digit(first) != nil && run.count >= rangeLength
      texts.append(isRange ? "\(first.label)-\(keys[rest.startIndex + run.count - 1].label)" : first.label)
      rest = rest.dropFirst(isRange ? run.count : 1)
    }
    return texts.joined(separator: " ")
  }

  private static func digit(_ key: Key) -> Int? {
    guard case .character(let scalar) = key, "0"..."9" ~= scalar else { return nil }
    return Int(scalar.value)
  }
}
