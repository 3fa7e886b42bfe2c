import Pictures

/// What stands for the picture of a station that has none: a rectangle in the colour of the station's name, with its
/// initials.
package enum PlaceholderPicture {
  /// The largest share of black at the lower edge.
  private static let shade = 0.4
  private static let white = Color(255, 255, 255)
  private static let black = Color(0, 0, 0)

  /// Draws the rectangle for a station into a region. With fewer than 256 colours it is the reverse of the text's
  /// colours.
  package static func draw(_ name: String, in region: Region, depth: ColorDepth, into canvas: inout Canvas) {
    guard region.rows > 0, region.columns > 0 else { return }
    let placeholder = StationPlaceholder(name: name)
    let color = Color(placeholder.color)
    func shaded(_ half: Int) -> Color {
      color.mixed(with: black, share: shade * Double(half) / Double(max(2 * region.rows - 1, 1)))
    }
    let hasColors = depth >= .ansi256
    for row in 0..<region.rows {
      let style =
        hasColors ? Style.colors(shaded(2 * row), on: shaded(2 * row + 1)) : Style.plain.reversed
      let glyph: UInt32 = hasColors && canvas.glyphs.isUTF8 ? 0x2580 : 0x20
      canvas.fill(glyph, row: region.row + row, column: region.column, count: region.columns, style: style)
    }
    let text = placeholder.initials
    let width = canvas.width(of: text)
    guard width <= region.columns else { return }
    let row = (region.rows - 1) / 2
    canvas.write(
      text, row: region.row + row, column: region.column + (region.columns - width) / 2, limit: width,
      style: hasColors ? Style.colors(white, on: shaded(2 * row + 1)) : Style.plain.reversed)
  }
}
