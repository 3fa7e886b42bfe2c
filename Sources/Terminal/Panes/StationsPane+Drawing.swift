import AudioCore
import RadioModel
import Stations

extension StationsPane {
  func remark(isUTF8: Bool) -> String {
    if searching != nil { return "searching" + Self.dots(isUTF8) }
    let all = index.stations.count
    guard !filter.query.isEmpty else { return NumberText.count(all, "station") }
    let fitting = rows.count { if case .station(.demo, _, _) = $0 { false } else { true } }
    return "\(fitting) of \(all)"
  }

  func sentences(isUTF8: Bool) -> [(text: String, style: Style)] {
    var sentences: [(text: String, style: Style)] = []
    if let fault { sentences.append((fault, .alarm)) }
    if let words = searching { sentences.append(("searching for \"\(words)\"" + Self.dots(isUTF8), .notice)) }
    sentences += searchNotes.map { ($0, .notice) }
    if let words = wordsToSearch {
      let shown = isUTF8 ? "\u{2018}\(words)\u{2019}" : "\"\(words)\""
      sentences.append((filterSentence(shown), .faint))
    }
    return sentences
  }

  private static func dots(_ isUTF8: Bool) -> String { isUTF8 ? "\u{2026}" : "..." }

  func draw(_ number: Int, in line: inout PaneRow, into canvas: inout Canvas) {
    switch row(number) {
    case .group(let group, let name, let count, let depth, let isOpen):
      line.column += 2 * depth
      line.write(Self.sign(isOpen: isOpen, glyphs: canvas.glyphs) + " ", .faint, into: &canvas)
      line.column += 1
      let number = group == .results && searching != nil ? "searching" : "\(count)"
      line.write(name, .strong, limit: line.space - canvas.width(of: number) - 1, into: &canvas)
      line.column += 1
      line.write(number, .faint, into: &canvas)
    case .note(let text, _):
      line.column += 4
      line.write(text, .faint, into: &canvas)
    case .station(let place, _, let depth):
      guard let station = index.station(at: place) else { return }
      line.column += 2 * max(depth - 1, 0)
      draw(station, at: place, in: &line, into: &canvas)
    case nil: return
    }
  }

  private func draw(
    _ station: Station, at place: StationPlace, in line: inout PaneRow, into canvas: inout Canvas
  ) {
    line.put(isPlaying(station) ? canvas.glyphs.isUTF8 ? 0x25BA : 0x3E : nil, .accent, into: &canvas)
    let isFavourite = index.listed(station)?.favourite ?? station.favourite
    line.put(isFavourite ? canvas.glyphs == .eighths ? 0x2605 : 0x2A : nil, .notice, into: &canvas)
    let region = line.region
    let remarks = self.remarks(of: station, at: place)
    let indent = line.column - region.column - StationColumns.signs
    let name = indent + canvas.width(of: station.name)
    guard !remarks.isEmpty, let columns = columns.nameColumns(in: region.columns, name: name) else {
      return line.match(station.name, .plain, into: &canvas)
    }
    line.match(station.name, .plain, limit: columns - indent, into: &canvas)
    line.column = region.column + StationColumns.signs + columns + StationColumns.distance
    line.match(remarks, .faint, into: &canvas)
  }

  /// The widths of the columns of all stations of the list and of all that were found.
  var measuredColumns: StationColumns {
    var columns = StationColumns()
    func add(_ station: Station, _ place: StationPlace) {
      columns.add(
        name: TextCells.width(of: station.name, isUTF8: true),
        remarks: TextCells.width(of: remarks(of: station, at: place), isUTF8: true))
    }
    for (number, station) in index.stations.enumerated() { add(station, .listed(number)) }
    for (number, found) in index.found.enumerated() { add(found.station, .found(number)) }
    return columns
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
