import RadioModel

/// The title of the terminal's window: the station and its title, set with xterm's control sequences.
struct WindowTitle {
  /// Makes the terminal save its title (CSI 22;0 t).
  static let save = Array("\u{1B}[22;0t".utf8)
  /// Restores the title that was saved last (CSI 23;0 t).
  static let restore = Array("\u{1B}[23;0t".utf8)
  /// The maximum length of a title in columns; longer titles are cut.
  private static let maximumColumns = 120

  private let isUTF8: Bool
  private var shown: (name: String, title: String)?

  init(isUTF8: Bool) { self.isUTF8 = isUTF8 }

  /// Makes the next call send the title even if it has not changed.
  mutating func forget() { shown = nil }

  /// Returns the bytes that make the terminal show the title for `status` (OSC 2); none when it already shows it.
  mutating func bytes(for status: RadioStatus) -> [UInt8] {
    let title = status.state == .playing || status.isHeld ? status.title ?? "" : ""
    if let shown, shown == (status.name, title) { return [] }
    let text = [status.name, title].filter { !$0.isEmpty }.joined(separator: ": ")
    guard !text.isEmpty else { return [] }
    shown = (status.name, title)
    // Cells contain nothing that a terminal could interpret as a command.
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
