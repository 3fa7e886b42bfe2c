package import RadioModel

/// The view for a terminal without cursor control: a line of text for each change, and below it one line of bars that
/// is rewritten from the left margin. It uses no escape codes.
package struct LinePicture: Sendable {
  /// The bytes of the latest picture.
  package private(set) var bytes: [UInt8] = []

  private var shown = ""
  private var bars: [UInt8] = []
  private let keys: KeyMap

  /// Creates a picture that names `keys`.
  package init(keys: KeyMap = .standard) { self.keys = keys }

  /// Renders the state and the bars of a moment. Returns true when there is something to send.
  package mutating func update(_ status: RadioStatus, picture: BarPicture, bars layout: BarsLayout) -> Bool {
    bytes.removeAll(keepingCapacity: true)
    let text = text(status)
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
  private func text(_ status: RadioStatus) -> String {
    let state = StateText(status, isUTF8: false, keys: keys)
    return [status.name, status.title ?? "", state.wholeMessage ?? ""].filter { !$0.isEmpty }.joined(separator: " - ")
  }
}
