/// Commands that are being carried out: a list, or a single one.
struct MPDBatch {
  /// Lines with their ends.
  private var rest: ArraySlice<UInt8>
  private var taken = 0
  /// True when each is answered by itself.
  let confirmsEach: Bool
  /// True for a list, be it of one.
  let isList: Bool

  /// One command.
  init(line: [UInt8]) {
    rest = line + [UInt8(ascii: "\n")]
    confirmsEach = false
    isList = false
  }

  /// All of a list.
  init(list: MPDCommandList) {
    rest = list.bytes[...]
    confirmsEach = list.confirmsEach
    isList = true
  }

  /// The number of the command that was taken last, from 0.
  var index: Int { max(0, taken - 1) }

  /// True when all were taken.
  var isOver: Bool { rest.isEmpty }

  /// Takes the next.
  mutating func next() -> [UInt8]? {
    guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    defer {
      rest = rest[(end + 1)...]
      taken += 1
    }
    return Array(rest[..<end])
  }
}
