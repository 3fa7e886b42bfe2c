import Radio

/// The title of the terminal's window: the station and what it plays, as xterm's control sequences set it.
struct WindowTitle {
  /// Has the terminal remember its title (CSI 22;0 t).
  static let save = Array("\u{1B}[22;0t".utf8)
  /// Gives it back the title that it remembered last (CSI 23;0 t).
  static let restore = Array("\u{1B}[23;0t".utf8)
  /// Longer titles are cut, in columns.
  private static let maximumColumns = 120

  private let isUTF8: Bool
  private var shown: String?

  init(isUTF8: Bool) { self.isUTF8 = isUTF8 }

  /// Has the next title sent, whatever it was.
  mutating func forget() { shown = nil }

  /// The bytes that make the terminal show the title for `snapshot` (OSC 2); none when it shows it already.
  mutating func bytes(for snapshot: TunerSnapshot) -> [UInt8] {
    let title = snapshot.state == .playing ? snapshot.title ?? "" : ""
    let text = [snapshot.name, title].filter { !$0.isEmpty }.joined(separator: ": ")
    guard text != shown, !text.isEmpty else { return [] }
    shown = text
    // Cells have nothing in them that a terminal could take for a command.
    var cells = TextCells(text, isUTF8: isUTF8)
    cells.truncate(toColumns: Self.maximumColumns, isUTF8: isUTF8)
    var scalars = String.UnicodeScalarView()
    for unit in cells.units {
      scalars.append(unit.base)
      scalars.append(contentsOf: unit.marks)
    }
    return Array("\u{1B}]2;\(String(scalars))\u{7}".utf8)
  }
}
