import RadioModel

/// The protocol's name for the state of the radio.
enum MPDState: String {
  case play
  case pause
  case stop

  /// A radio that connects, buffers or retries counts as playing.
  init(_ state: RadioStatus.State) {
    switch state {
    case .connecting, .buffering, .playing, .retrying: self = .play
    case .paused: self = .pause
    case .stopped, .ended, .failed: self = .stop
    }
  }
}

/// Counts and limits the memory that the command lists of all clients take together, in bytes of their text.
package struct MPDListMemory {
  /// Most bytes of all lists together.
  private let limit: Int
  /// The bytes that are reserved for lists of clients on the Unix socket.
  private let keptForLocal: Int
  private var local = 0
  private var network = 0

  /// Nothing is taken yet. A quarter of `limit` is reserved for clients on the Unix socket.
  package init(limit: Int) {
    self.limit = limit
    keptForLocal = limit / 4
  }

  /// Takes `count` bytes for a client. Returns false and takes nothing when not enough are left.
  package mutating func take(_ count: Int, isLocal: Bool) -> Bool {
    guard local + network + count <= limit, isLocal || network + count <= limit - keptForLocal else { return false }
    if isLocal { local += count } else { network += count }
    return true
  }

  /// Releases `count` bytes that were taken.
  package mutating func giveBack(_ count: Int, isLocal: Bool) {
    if isLocal { local -= count } else { network -= count }
  }
}

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
