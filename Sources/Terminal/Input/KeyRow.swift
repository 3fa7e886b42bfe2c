/// One row of the table of keys: keys that belong together, and what each of them does.
package struct KeyRow: Sendable {
  /// The keys as people read them: `n b`.
  package var label: String
  /// What they do, in a few words.
  package var effect: String
  /// The panes in which they do it; empty for all.
  package var panes: [PaneKind]
  /// Each key with its effect. A key without a place in `label` is one that does the same on some keyboards.
  package var keys: [(key: Key, action: ViewAction)]
  /// The words for the row of hints, such as `stop`; empty when the hints leave the keys out.
  package var hint: String

  init(
    _ label: String, _ effect: String, in panes: [PaneKind] = [], hint: String = "",
    _ keys: [(key: Key, action: ViewAction)]
  ) {
    self.label = label
    self.effect = effect
    self.panes = panes
    self.keys = keys
    self.hint = hint
  }
}

extension KeyRow {
  /// True when the keys are of no use without stations, titles and a log.
  package var needsPanes: Bool { keys.contains { $0.action.needsPanes } }

  /// True when the row has `key`.
  func lists(_ key: Key) -> Bool { keys.contains { $0.key == key } }
}
