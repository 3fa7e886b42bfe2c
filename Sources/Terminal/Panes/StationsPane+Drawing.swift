import AudioCore
import Stations

extension StationsPane {
  /// The minimum width of a row with tags and country.
  private static let narrowestWithRemarks = 46

  private var remark: String {
    if searching != nil { return "searching" }
    let all = index.stations.count
    return filter.query.isEmpty ? CountText.text(all, "station") : "\(rows.count) of \(all)"
  }

  /// Draws the pane.
  mutating func draw(region: Region, hasFocus: Bool, into canvas: inout Canvas) {
    let dots = canvas.glyphs.isUTF8 ? "\u{2026}" : "..."
    PaneFrame.drawHeading(
      .stations, remark: searching == nil ? remark : remark + dots, region: region, hasFocus: hasFocus, into: &canvas)
    var place = region.withoutHeading
    if filter.isShown, place.rows > 0 {
      place.rows -= 1
      filter.draw(row: place.row + place.rows, column: place.column, columns: place.columns, into: &canvas)
    }
    var sentences: [(text: String, style: Style)] = []
    if let fault { sentences.append((fault, .alarm)) }
    if let words = searching { sentences.append(("searching for \"\(words)\"" + dots, .notice)) }
    if let searchNote { sentences.append((searchNote, .notice)) }
    if rows.isEmpty { sentences.append(("no station fits; Esc shows all again", .faint)) }
    place = PaneFrame.drawSentences(sentences, region: place, into: &canvas)
    rowsRegion = place
    changeList { $0.setHeight(place.rows) }
    for number in list.visible {
      guard let entry = row(number) else { continue }
      let line = place.row + number - list.top
      let chosen = PaneFrame.beginRow(
        line, region: place, isChosen: number == list.chosen, hasFocus: hasFocus, into: &canvas)
      draw(entry, row: line, region: place, chosen: chosen, into: &canvas)
    }
    PaneFrame.blank(place, from: list.visible.count, into: &canvas)
    isStale = false
  }

  private func draw(_ entry: StationRow, row: Int, region: Region, chosen: Style?, into canvas: inout Canvas) {
    let end = region.column + region.columns
    switch entry {
    case .group(let group, let name, let count, let depth, let isOpen):
      var place = region.column + 2 * depth
      let sign = Self.sign(isOpen: isOpen, glyphs: canvas.glyphs)
      place += canvas.write(sign + " ", row: row, column: place, limit: end - place, style: chosen ?? .faint)
      place += 1
      let isLoading = group == .results && searching != nil
      let number = isLoading ? "searching" : "\(count)"
      place += canvas.write(
        name, row: row, column: place, limit: end - place - canvas.width(of: number) - 1, style: chosen ?? .strong)
      canvas.write(number, row: row, column: place + 1, limit: end - place - 1, style: chosen ?? .faint)
    case .note(let text, _):
      canvas.write(text, row: row, column: region.column + 4, limit: region.columns - 4, style: chosen ?? .faint)
    case .station(let stationPlace, _, let depth):
      guard let station = index.station(at: stationPlace) else { return }
      draw(station, at: stationPlace, depth: depth, row: row, region: region, chosen: chosen, into: &canvas)
    }
  }

  private func draw(
    _ station: Station, at stationPlace: StationPlace, depth: Int, row: Int, region: Region, chosen: Style?,
    into canvas: inout Canvas
  ) {
    let end = region.column + region.columns
    var place = region.column + 2 * max(depth - 1, 0)
    if isPlaying(station) {
      canvas.put(canvas.glyphs.isUTF8 ? 0x25BA : 0x3E, row: row, column: place, style: chosen ?? .accent)
    }
    place += 2
    if index.listed(station)?.favourite ?? station.favourite {
      let star: UInt32 = canvas.glyphs == .eighths ? 0x2605 : 0x2A
      canvas.put(star, row: row, column: place, style: chosen ?? .notice)
    }
    place += 2
    var remarks = ""
    if region.columns >= Self.narrowestWithRemarks { remarks = self.remarks(of: station, at: stationPlace) }
    let nameEnd = remarks.isEmpty ? end : region.column + region.columns * 3 / 5
    MatchedText.draw(
      station.name, query: filter.query, row: row, column: place, limit: nameEnd - place, style: chosen ?? .plain,
      into: &canvas)
    guard !remarks.isEmpty else { return }
    MatchedText.draw(
      remarks, query: filter.query, row: row, column: nameEnd + 1, limit: end - nameEnd - 1, style: chosen ?? .faint,
      into: &canvas)
  }

  /// Returns what is known of a station besides its name.
  private func remarks(of station: Station, at place: StationPlace) -> String {
    var parts: [String] = []
    if case .found(let number) = place, index.found.indices.contains(number) {
      let found = index.found[number]
      if let codec = found.codec { parts.append(codec) }
      if let kilobits = found.kilobits, kilobits > 0 { parts.append(BitRateText.text(kilobits: kilobits)) }
      if index.listed(station) != nil { parts.append("in your list") }
    }
    if let country = station.country, !country.isEmpty { parts.append(country.uppercased()) }
    if !station.tags.isEmpty { parts.append(station.tags.prefix(8).joined(separator: ", ")) }
    return parts.joined(separator: "  ")
  }

  /// Returns the sign of an open or of a closed group.
  private static func sign(isOpen: Bool, glyphs: GlyphSet) -> String {
    glyphs == .eighths ? (isOpen ? "\u{25BE}" : "\u{25B8}") : isOpen ? "-" : "+"
  }
}
