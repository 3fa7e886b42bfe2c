/// Commands that a client sends together, until it says that that is all.
package struct MPDCommandList {
  /// Most bytes of all of them, as in Music Player Daemon.
  package static let maximumBytes = 2 << 20

  /// Most bytes of a client that has not given the password: enough for a list that begins with it.
  package static let maximumUnauthenticatedBytes = 4 << 10

  /// True when each is to be answered.
  package let confirmsEach: Bool
  /// What was sent, each line with its end. In one piece: a million short lines take no more memory than their bytes.
  package private(set) var bytes: [UInt8] = []

  /// An empty list.
  package init(confirmsEach: Bool) { self.confirmsEach = confirmsEach }

  /// Takes another command; false when they would be more than `limit` bytes.
  package mutating func append(_ line: [UInt8], limit: Int = maximumBytes) -> Bool {
    guard bytes.count + line.count + 1 <= limit else { return false }
    bytes += line
    bytes.append(UInt8(ascii: "\n"))
    return true
  }
}
