/// The commands between `command_list_begin` or `command_list_ok_begin` and `command_list_end`.
package struct MPDCommandList {
  /// Most bytes of a list, as in Music Player Daemon.
  package static let maximumBytes = 2 << 20

  /// Most bytes of a list from a client that has not sent the password: enough for a list that begins with it.
  package static let maximumUnauthenticatedBytes = 4 << 10

  /// True when each command gets its own `list_OK`.
  package let confirmsEach: Bool
  /// The lines with their newlines. One array holds them all: a million short lines take no more memory than their
  /// bytes.
  package private(set) var bytes: [UInt8] = []

  /// An empty list.
  package init(confirmsEach: Bool) { self.confirmsEach = confirmsEach }

  /// Adds a command. Returns false when the list would have more than `limit` bytes.
  package mutating func append(_ line: [UInt8], limit: Int = maximumBytes) -> Bool {
    guard bytes.count + line.count + 1 <= limit else { return false }
    bytes += line
    bytes.append(UInt8(ascii: "\n"))
    return true
  }
}
