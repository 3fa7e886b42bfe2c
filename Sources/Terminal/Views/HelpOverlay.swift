import RadioModel

/// The list of keys.
package enum HelpOverlay {
  /// The short list of keys for the row below the bars, the most important first.
  package static let hints: [(keys: String, action: String)] = [
    ("space", "stop"), ("+ -", "volume"), ("m", "mute"), ("n b", "station"), ("?", "help"), ("q", "quit"),
    ("s", "stereo"),
    ("v", "visualizer"),
  ]
  /// The full list of keys.
  private static let lines: [(keys: String, action: String)] = [
    ("space, p", "stop, or rejoin the station"), ("+ = 0 up", "louder"), ("- _ 9 down", "softer"),
    ("m", "mute, unmute"),
    ("n right", "next station"), ("b left", "previous station"), ("s", "stereo or mono bars"),
    ("v V", "other visualizer"), ("c", "colours"),
    ("?", "show or hide this help"), ("q", "quit"),
  ]
  private static let keyColumns = 12

  /// Draws the list in the middle of the canvas, with a frame if it fits.
  package static func draw(into canvas: inout Canvas) {
    let innerColumns = keyColumns + (lines.map { $0.action.utf8.count }.max() ?? 0)
    let hasFrame = canvas.columns >= innerColumns + 4 && canvas.rows >= lines.count + 2
    let columns = min(innerColumns + 2, canvas.columns)
    let firstColumn = (canvas.columns - columns) / 2
    let firstRow = max((canvas.rows - lines.count) / 2, 0)
    for (number, line) in lines.enumerated() where firstRow + number < canvas.rows {
      let row = firstRow + number
      canvas.fill(0x20, row: row, column: firstColumn, count: columns, style: .plain)
      canvas.write(line.keys, row: row, column: firstColumn + 1, limit: columns - 1, style: .strong)
      canvas.write(
        line.action, row: row, column: firstColumn + 1 + keyColumns, limit: columns - 1 - keyColumns, style: .plain)
    }
    if hasFrame {
      drawFrame(
        Region(row: firstRow - 1, column: firstColumn - 1, rows: lines.count + 2, columns: columns + 2), &canvas)
    }
  }

  private static func drawFrame(_ frame: Region, _ canvas: inout Canvas) {
    // ┌ ┐ └ ┘ ─ │, or similar characters in ASCII.
    let signs: [UInt32] =
      canvas.glyphs.isUTF8 ? [0x250C, 0x2510, 0x2514, 0x2518, 0x2500, 0x2502] : [43, 43, 43, 43, 45, 124]
    let (top, bottom) = (frame.row, frame.row + frame.rows - 1)
    let (left, right) = (frame.column, frame.column + frame.columns - 1)
    for row in [top, bottom] { canvas.fill(signs[4], row: row, column: left, count: frame.columns, style: .scale) }
    for row in top + 1..<bottom {
      canvas.put(signs[5], row: row, column: left, style: .scale)
      canvas.put(signs[5], row: row, column: right, style: .scale)
    }
    canvas.put(signs[0], row: top, column: left, style: .scale)
    canvas.put(signs[1], row: top, column: right, style: .scale)
    canvas.put(signs[2], row: bottom, column: left, style: .scale)
    canvas.put(signs[3], row: bottom, column: right, style: .scale)
  }
}

/// The view for a terminal without cursor control: a line of text for each change, and below it one line of bars that
/// is rewritten from the left margin. It uses no escape codes.
package struct LinePicture: Sendable {
  /// The bytes of the latest picture.
  package private(set) var bytes: [UInt8] = []

  private var shown = ""
  private var bars: [UInt8] = []

  /// Creates a view that has not written anything yet.
  package init() {}

  /// Renders the state and the bars of a moment. Returns true when there is something to send.
  package mutating func update(_ status: RadioStatus, picture: BarPicture, bars layout: BarsLayout) -> Bool {
    bytes.removeAll(keepingCapacity: true)
    let text = Self.text(status)
    if text != shown {
      shown = text
      let line = TextCells(text, isUTF8: false)
      bytes.append(0x0D)
      for unit in line.units { bytes.append(UInt8(truncatingIfNeeded: unit.base.value)) }
      let blanks = max(layout.columns - line.columns, 0)
      bytes += [UInt8](repeating: 0x20, count: blanks) + [0x0D, 0x0A]
      bars = []
    }
    var line: [UInt8] = []
    PipeBars(glyphs: .ascii).append(
      picture.heights[..<min(layout.bands * layout.channels, picture.heights.count)], to: &line)
    if line != bars {
      bars = line
      bytes.append(0x0D)
      bytes += line
    }
    return !bytes.isEmpty
  }

  /// Returns the text of the line: the station, the title, and the state unless it is playing.
  private static func text(_ status: RadioStatus) -> String {
    let state = StateText(status, isUTF8: false)
    return [status.name, status.title ?? "", state.message ?? ""].filter { !$0.isEmpty }.joined(separator: " - ")
  }
}
