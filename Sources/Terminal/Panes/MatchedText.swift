/// Draws text in which single characters stand out.
enum MatchedText {
  /// Writes `text` in at most `limit` columns, in `style`, with the characters that `query` matches in `Style.match`.
  /// Returns the columns used.
  @discardableResult
  static func draw(
    _ text: String, query: FuzzyQuery, row: Int, column: Int, limit: Int, style: Style, into canvas: inout Canvas
  ) -> Int {
    let matches = query.matches(in: text)
    guard !matches.isEmpty else { return canvas.write(text, row: row, column: column, limit: limit, style: style) }
    let isCut = canvas.width(of: text) > limit
    let space = isCut ? limit - 1 : limit
    var used = 0
    for (number, character) in text.enumerated() {
      let piece = String(character)
      let width = canvas.width(of: piece)
      if used + width > space { break }
      let look = matches.contains(number) ? Style.match : style
      used += canvas.write(piece, row: row, column: column + used, limit: width, style: look)
    }
    if isCut, limit > 0 {
      used += canvas.write(
        canvas.glyphs.isUTF8 ? "\u{2026}" : ".", row: row, column: column + used, limit: 1, style: style)
    }
    return used
  }
}
