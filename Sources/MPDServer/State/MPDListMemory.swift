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

  /// Reserves `count` bytes for a client. Returns false and takes nothing when not enough are left.
  package mutating func reserve(_ count: Int, isLocal: Bool) -> Bool {
    guard local + network + count <= limit, isLocal || network + count <= limit - keptForLocal else { return false }
    if isLocal { local += count } else { network += count }
    return true
  }

  /// Releases `count` bytes that were taken.
  package mutating func giveBack(_ count: Int, isLocal: Bool) {
    if isLocal { local -= count } else { network -= count }
  }
}
