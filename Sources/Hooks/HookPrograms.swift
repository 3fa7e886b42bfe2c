/// The programs for all kinds of events.
public struct HookPrograms: Sendable, Equatable {
  /// The program for titles.
  public var title: HookProgram?
  /// The program for states.
  public var state: HookProgram?

  /// These programs; nil for none.
  public init(title: HookProgram? = nil, state: HookProgram? = nil) {
    self.title = title
    self.state = state
  }

  /// True when there are none.
  public var isEmpty: Bool { title == nil && state == nil }

  /// The program for events of this kind.
  subscript(kind: HookEvent.Kind) -> HookProgram? {
    switch kind {
    case .title: title
    case .state: state
    }
  }
}
