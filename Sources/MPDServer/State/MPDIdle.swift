/// What a client waits for in `idle`, and the changes that it does not know yet.
struct MPDIdle {
  private var wanted: MPDSubsystems?
  private var changes: MPDSubsystems = []

  /// True while the client waits.
  var isWaiting: Bool { wanted != nil }

  /// Records that `subsystems` have changed. Returns the answer when the client waits for one of them, else nil.
  mutating func record(_ subsystems: MPDSubsystems) -> String? {
    changes.formUnion(subsystems)
    guard let wanted, !changes.isDisjoint(with: wanted) else { return nil }
    return end()
  }

  /// Lets the client wait for a change of `subsystems`. Returns the answer when there was one already, else nil.
  mutating func begin(_ subsystems: MPDSubsystems) -> String? {
    wanted = subsystems
    return record([])
  }

  /// Ends the waiting. Returns the answer, which may name no change; nil when the client did not wait.
  mutating func end() -> String? {
    guard let wanted else { return nil }
    self.wanted = nil
    defer { changes.subtract(wanted) }
    return changes.intersection(wanted).names.map { "changed: \($0)\n" }.joined() + "OK\n"
  }
}
