/// Finds the lines in bytes that are read. A line longer than 4 KiB is cut.
struct PlainInput {
  private var line: [UInt8] = []
  private static let maximumBytes = 4096

  /// Returns the lines that `bytes` complete.
  mutating func feed(_ bytes: ArraySlice<UInt8>) -> [String] {
    var lines: [String] = []
    for byte in bytes {
      if byte == 0x0A {
        lines.append(String(decoding: line, as: UTF8.self))
        line = []
      } else if line.count < Self.maximumBytes {
        line.append(byte)
      }
    }
    return lines
  }

  /// Returns what came after the last line end; nil when nothing did.
  mutating func finish() -> String? {
    defer { line = [] }
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }
}
