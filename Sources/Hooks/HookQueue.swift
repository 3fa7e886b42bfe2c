/// The events that wait for their program: the newest of each kind, in the order in which they came.
package struct HookQueue: Sendable {
  private var waiting: [HookEvent] = []

  /// No events.
  package init() {}

  /// True when none waits.
  package var isEmpty: Bool { waiting.isEmpty }

  /// Adds an event; it replaces one of its kind that still waits.
  package mutating func add(_ event: HookEvent) {
    waiting.removeAll { $0.kind == event.kind }
    waiting.append(event)
  }

  /// Removes the event of `kind`.
  package mutating func remove(_ kind: HookEvent.Kind) { waiting.removeAll { $0.kind == kind } }

  /// Removes and returns the event whose program runs next.
  package mutating func next() -> HookEvent? { waiting.isEmpty ? nil : waiting.removeFirst() }
}
