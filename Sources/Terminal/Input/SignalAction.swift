package import Glibc

/// Creates and examines `sigaction` values.
package enum SignalAction {
  /// The default action of a signal.
  package static var `default`: sigaction {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = SIG_DFL
    sigemptyset(&action.sa_mask)
    return action
  }

  /// Returns an action that calls `handler`, on the thread's alternate stack if it has one. Interrupted system calls
  /// are restarted.
  package static func calling(_ handler: @escaping @convention(c) (Int32) -> Void) -> sigaction {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = handler
    action.sa_flags = Int32(SA_RESTART) | Int32(SA_ONSTACK)
    sigemptyset(&action.sa_mask)
    return action
  }

  /// True for SIG_IGN.
  package static func isIgnored(_ action: sigaction) -> Bool { address(action) == unsafeBitCast(SIG_IGN, to: Int.self) }

  /// True for SIG_DFL.
  package static func isDefault(_ action: sigaction) -> Bool { address(action) == 0 }

  /// True when the action calls `handler`.
  package static func calls(_ action: sigaction, _ handler: @convention(c) (Int32) -> Void) -> Bool {
    address(action) == unsafeBitCast(handler, to: Int.self)
  }

  private static func address(_ action: sigaction) -> Int {
    unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
  }
}
