/// The permissions of a client. They are independent: one does not include another.
package struct MPDPermission: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// No permission: for commands that every client may use.
  static let none: MPDPermission = []
  /// Read the state.
  static let read = MPDPermission(rawValue: 1)
  /// Add to the queue.
  static let add = MPDPermission(rawValue: 2)
  /// Control playback, and change the queue.
  static let player = MPDPermission(rawValue: 4)
  /// Change stored data.
  static let control = MPDPermission(rawValue: 8)
  /// Change the outputs.
  static let admin = MPDPermission(rawValue: 16)
  /// The permission that no client has: to end the daemon.
  static let noClient = MPDPermission(rawValue: 32)

  /// All permissions that a client can have: on the Unix socket, and on TCP with the password or when none is set.
  static let everything: MPDPermission = [.read, .add, .player, .control, .admin]
}
