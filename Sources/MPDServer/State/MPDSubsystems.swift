/// The subsystems for `idle`, in the protocol's order.
package struct MPDSubsystems: OptionSet, Sendable, Hashable {
  package let rawValue: UInt16
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The protocol's names; the index is the bit number.
  private static let names = [
    "database", "stored_playlist", "playlist", "player", "mixer", "output", "options", "sticker", "update",
    "subscription", "message", "neighbor", "mount", "partition",
  ]

  /// The station list.
  package static let database = MPDSubsystems(rawValue: 1 << 0)
  /// The saved queues.
  package static let storedPlaylist = MPDSubsystems(rawValue: 1 << 1)
  /// The queue.
  package static let playlist = MPDSubsystems(rawValue: 1 << 2)
  /// The player: the source, its state and its title.
  package static let player = MPDSubsystems(rawValue: 1 << 3)
  /// The volume.
  package static let mixer = MPDSubsystems(rawValue: 1 << 4)
  /// The outputs.
  package static let output = MPDSubsystems(rawValue: 1 << 5)
  /// The options of playback.
  package static let options = MPDSubsystems(rawValue: 1 << 6)
  /// The update of the database.
  package static let update = MPDSubsystems(rawValue: 1 << 8)
  /// All subsystems.
  package static let all = MPDSubsystems(rawValue: 1 << UInt16(names.count) - 1)

  /// The subsystem `name`, in upper or lower case; nil when there is none.
  package init?(name: String) {
    guard let bit = Self.names.firstIndex(of: name.lowercased()) else { return nil }
    self.init(rawValue: 1 << UInt16(bit))
  }

  /// The names, in the protocol's order.
  package var names: [String] {
    Self.names.enumerated().filter { rawValue & (1 << UInt16($0.offset)) != 0 }.map(\.element)
  }
}
