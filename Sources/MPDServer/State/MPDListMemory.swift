/// The memory that the command lists of all clients take together, in bytes of their text, and its bound.
package struct MPDListMemory {
  /// Most bytes of all lists together.
  private let limit: Int
  /// Bytes that lists of clients on TCP leave to those on the Unix socket.
  private let keptForLocal: Int
  private var local = 0
  private var network = 0

  /// Nothing is taken yet. A quarter of `limit` is kept for clients on the Unix socket.
  package init(limit: Int) {
    self.limit = limit
    keptForLocal = limit / 4
  }

  /// Takes `count` bytes for a client; false, and nothing is taken, when there are too few.
  package mutating func take(_ count: Int, isLocal: Bool) -> Bool {
    guard local + network + count <= limit, isLocal || network + count <= limit - keptForLocal else { return false }
    if isLocal { local += count } else { network += count }
    return true
  }

  /// Gives back what was taken.
  package mutating func giveBack(_ count: Int, isLocal: Bool) {
    if isLocal { local -= count } else { network -= count }
  }
}
