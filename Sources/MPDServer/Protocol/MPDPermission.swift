/// What a client may do. Who may do one thing need not be allowed another.
package struct MPDPermission: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Nothing needs to be known of who asks.
  static let none: MPDPermission = []
  /// Ask how things are.
  static let read = MPDPermission(rawValue: 1)
  /// Put something into the queue.
  static let add = MPDPermission(rawValue: 2)
  /// Play, and change the queue.
  static let player = MPDPermission(rawValue: 4)
  /// Change what is kept.
  static let control = MPDPermission(rawValue: 8)
  /// Change the outputs.
  static let admin = MPDPermission(rawValue: 16)
  /// What nobody may do here: end the daemon.
  static let noClient = MPDPermission(rawValue: 32)

  /// All that a client who is let in may do.
  static let everything: MPDPermission = [.read, .add, .player, .control, .admin]
}
