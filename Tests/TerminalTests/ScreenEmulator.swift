import Glibc

/// A terminal that accepts exactly what a view may send, and records anything else as a fault.
struct ScreenEmulator {
  struct Place: Equatable {
    /// The character in the cell; empty for the right half of a wide character.
    var text = " "
    var look = "\u{1B}[m"
  }

  private(set) var columns: Int
  private(set) var rows: Int
  private(set) var places: [Place]
  /// The received input that no view should send.
  private(set) var faults: [String] = []
  /// Private modes that are set.
  private(set) var modes: Set<Int> = []
  /// The number of synchronized updates that have ended.
  private(set) var pictures = 0

  private var row = 0
  private var column = 0
  private var look = "\u{1B}[m"
  private var sequence: String?
  private var partial: [UInt8] = []

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    places = Array(repeating: Place(), count: columns * rows)
  }

  /// The screen as text, without blanks at the ends of lines.
  var lines: [String] {
    (0..<rows).map { row in
      var line = places[row * columns..<(row + 1) * columns].map(\.text).joined()
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  mutating func resize(columns: Int, rows: Int) {
    self = ScreenEmulator(columns: columns, rows: rows, keeping: self)
  }

  private init(columns: Int, rows: Int, keeping old: ScreenEmulator) {
    self.init(columns: columns, rows: rows)
    faults = old.faults
    modes = old.modes
    pictures = old.pictures
    // A terminal may show anything after a resize, so the content is arbitrary.
    places = Array(repeating: Place(text: "#"), count: columns * rows)
  }

  mutating func feed(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      if byte == 0x1B, partial.isEmpty {
        if sequence != nil { faults.append("ESC within a sequence") }
        sequence = "\u{1B}"
      } else if sequence != nil {
        takeSequenceByte(byte)
      } else {
        takeTextByte(byte)
      }
    }
  }

  private mutating func takeSequenceByte(_ byte: UInt8) {
    guard var text = sequence else { return }
    text.unicodeScalars.append(Unicode.Scalar(byte))
    if text.unicodeScalars.count == 2 {
      // ESC \ ends a string and has no effect otherwise.
      if byte != 0x5B, byte != 0x5C { faults.append("sequence \(text.debugDescription)") }
      sequence = byte == 0x5B ? text : nil
    } else if 0x40...0x7E ~= byte {
      sequence = nil
      run(text, final: Character(Unicode.Scalar(byte)))
    } else {
      if !(0x20...0x3F ~= byte) { faults.append("byte \(byte) in a sequence") }
      sequence = text
    }
  }

  private mutating func run(_ text: String, final: Character) {
    let body = text.dropFirst(2).dropLast()
    let numbers = body.drop { $0 == "?" }.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    switch (final, body.first == "?") {
    case ("H", false):
      row = max(numbers.first ?? 1, 1) - 1
      column = max(numbers.count > 1 ? numbers[1] : 1, 1) - 1
      if row >= rows || column >= columns { faults.append("moved to \(row), \(column)") }
      row = min(row, rows - 1)
      column = min(column, columns - 1)
    case ("C", false): column = min(column + max(numbers.first ?? 1, 1), columns - 1)
    case ("D", false): column = max(column - max(numbers.first ?? 1, 1), 0)
    case ("J", false) where numbers.first == 2: places = Array(repeating: Place(), count: columns * rows)
    case ("m", false): look = numbers.first == 0 || body.isEmpty ? text : Self.changed(look, by: text)
    case ("h", true): modes.formUnion(numbers)
    case ("l", true):
      if numbers == [2026], modes.contains(2026) { pictures += 1 }
      modes.subtract(numbers)
    default: faults.append("sequence \(text.debugDescription)")
    }
  }

  /// Returns a look with colours of its own after a sequence that changes one or both of them.
  private static func changed(_ look: String, by sequence: String) -> String {
    func colors(_ text: String) -> (foreground: String, background: String) {
      var parts = text.dropFirst(2).dropLast().split(separator: ";").map(String.init)[...]
      var found = (foreground: "", background: "")
      while let code = parts.first {
        guard code == "38" || code == "48" else {
          parts = parts.dropFirst()
          continue
        }
        let count = parts.dropFirst().first == "2" ? 5 : 3
        let color = ";" + parts.prefix(count).joined(separator: ";")
        if code == "38" { found.foreground = color } else { found.background = color }
        parts = parts.dropFirst(count)
      }
      return found
    }
    let (old, new) = (colors(look), colors(sequence))
    return "\u{1B}[0" + (new.foreground.isEmpty ? old.foreground : new.foreground)
      + (new.background.isEmpty ? old.background : new.background) + "m"
  }

  private mutating func takeTextByte(_ byte: UInt8) {
    if partial.isEmpty, byte < 0x80 {
      if byte < 0x20 || byte == 0x7F { faults.append("control character \(byte)") } else { show(Unicode.Scalar(byte)) }
      return
    }
    partial.append(byte)
    let expected = partial[0] >= 0xF0 ? 4 : partial[0] >= 0xE0 ? 3 : partial[0] >= 0xC0 ? 2 : 1
    guard partial.count >= expected else { return }
    let scalars = Array(String(decoding: partial, as: UTF8.self).unicodeScalars)
    partial = []
    if scalars.count != 1 || scalars[0] == "\u{FFFD}" { faults.append("bad UTF-8") }
    for scalar in scalars { show(scalar) }
  }

  private mutating func show(_ scalar: Unicode.Scalar) {
    let width = SystemWidth.of(scalar)
    if width < 0 { faults.append("unprintable U+\(String(scalar.value, radix: 16))") }
    if width == 0 {
      // A mark is added to the character before it.
      var index = row * columns + column - 1
      if index >= 0, places[index].text.isEmpty { index -= 1 }
      if index >= 0 { places[index].text.unicodeScalars.append(scalar) }
      return
    }
    if column + width > columns {
      // Without autowrap the cursor stays at the last column.
      faults.append("text beyond the right edge")
      return
    }
    for offset in 0..<max(width, 1) { split(row * columns + column + offset, column + offset) }
    let index = row * columns + column
    places[index] = Place(text: String(Character(scalar)), look: look)
    if width == 2 { places[index + 1] = Place(text: "", look: look) }
    column += max(width, 1)
    if column == columns { lastColumnWritten = true }
  }

  private var lastColumnWritten = false

  /// Overwriting one half of a wide character leaves a blank in place of the other.
  private mutating func split(_ index: Int, _ column: Int) {
    if places[index].text.isEmpty, column > 0 { places[index - 1] = Place() }
    if column + 1 < columns, places[index + 1].text.isEmpty { places[index + 1] = Place() }
  }
}
