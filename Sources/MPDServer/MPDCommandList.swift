/// Commands that a client sends together, until it says that that is all.
package struct MPDCommandList {
  /// Most bytes of all of them, as in Music Player Daemon.
  package static let maximumBytes = 2 << 20

  /// True when each is to be answered.
  package let tellsEach: Bool
  /// What was sent, each line with its end. In one piece: a million short lines take no more memory than their bytes.
  package private(set) var bytes: [UInt8] = []

  /// An empty list.
  package init(tellsEach: Bool) { self.tellsEach = tellsEach }

  /// Takes another command; false when there are too many.
  package mutating func append(_ line: [UInt8]) -> Bool {
    guard bytes.count + line.count + 1 <= Self.maximumBytes else { return false }
    bytes += line
    bytes.append(UInt8(ascii: "\n"))
    return true
  }
}
