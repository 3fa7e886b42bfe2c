/// The commands that are being carried out: a command list, or a single command.
struct MPDBatch {
  /// The remaining lines with their newlines.
  private var rest: ArraySlice<UInt8>
  private var taken = 0
  /// True when each command gets its own `list_OK`.
  let confirmsEach: Bool
  /// True for a command list, even one with a single command.
  let isList: Bool

  /// A single command.
  init(line: [UInt8]) {
    rest = line + [UInt8(ascii: "\n")]
    confirmsEach = false
    isList = false
  }

  /// All commands of a list.
  init(list: MPDCommandList) {
    rest = list.bytes[...]
    confirmsEach = list.confirmsEach
    isList = true
  }

  /// The number of the last command that was taken, from 0.
  var index: Int { max(0, taken - 1) }

  /// True when all commands were taken.
  var isOver: Bool { rest.isEmpty }

  /// Takes the next command; nil when there is none.
  mutating func next() -> [UInt8]? {
    guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    defer {
      rest = rest[(end + 1)...]
      taken += 1
    }
    return Array(rest[..<end])
  }
}
