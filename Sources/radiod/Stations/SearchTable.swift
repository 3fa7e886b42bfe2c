import AudioCore
import Directory
import JSON
import RadioModel
import Stations
import Terminal

/// The results of a search as a table: number, name, coding, country, tags.
struct SearchTable {
  /// The number of spaces between two columns.
  private static let gap = 2
  /// The minimum width of a name.
  private static let minimumName = 12
  /// The minimum width of tags; narrower ones are left out.
  private static let minimumTags = 8

  private let rows: [[String]]

  /// Creates a table of `stations`, numbered from 1.
  init(_ stations: [DirectoryStation]) {
    rows = stations.enumerated().map { index, station in
      Self.row(
        index + 1, station.station(id: ""), codec: station.codec, kilobits: station.kilobits, isHLS: station.isHLS)
    }
  }

  /// Creates a table of what a daemon found.
  init(_ stations: [FoundStation]) {
    rows = stations.enumerated().map { index, found in
      Self.row(index + 1, found.station, codec: found.codec, kilobits: found.kilobits, isHLS: found.isHLS)
    }
  }

  private static func row(_ number: Int, _ station: Station, codec: String?, kilobits: Int?, isHLS: Bool) -> [String] {
    let coding = [codec, kilobits.map(String.init), isHLS ? "HLS" : nil].compactMap(\.self)
    return [
      "\(number)", station.name, coding.joined(separator: " "), station.country ?? "",
      station.tags.joined(separator: ", "),
    ]
  }

  /// Writes the table, in a terminal cut to its width.
  func write() throws {
    let lines = lines(columns: TerminalWidth.columns, isUTF8: TerminalWidth.isUTF8)
    try StandardOutput.writeLine(lines.joined(separator: "\n"))
  }

  /// Returns the lines. In a terminal with `columns` columns, names and tags are cut to fit; with nil nothing is cut.
  func lines(columns: Int?, isUTF8: Bool) -> [String] {
    let cells = rows.map { $0.map { TextCells($0, isUTF8: isUTF8) } }
    var widths = rows.first?.indices.map { column in cells.map { $0[column].columns }.max() ?? 0 } ?? []
    if let columns, widths.count == 5 { Self.fit(&widths, to: columns) }
    return zip(rows, cells).map { row, cells in
      var line = ""
      for (column, width) in widths.enumerated() where width > 0 {
        var cell = cells[column]
        if columns != nil { cell.truncate(toColumns: width, isUTF8: isUTF8) }
        let text = columns == nil ? row[column] : cell.text
        let blanks = String(repeating: " ", count: max(0, width - cell.columns))
        line += (line.isEmpty ? "" : "  ") + (column == 0 ? blanks + text : text + blanks)
      }
      return line.trimmedEnd
    }
  }

  /// Narrows names and tags until the row fits into `columns`. Tags that become too narrow are left out.
  private static func fit(_ widths: inout [Int], to columns: Int) {
    let fixed = [0, 2, 3].map { widths[$0] > 0 ? widths[$0] + gap : 0 }.reduce(0, +)
    let space = max(minimumName, columns - fixed)
    let (name, tags) = (widths[1], widths[4])
    guard name + gap + tags > space else { return }
    widths[1] = min(name, max(minimumName, space * 3 / 5, space - gap - tags))
    widths[4] = space - gap - widths[1]
    if widths[4] < minimumTags {
      widths[1] = min(name, space)
      widths[4] = 0
    }
  }

  /// Returns one station as a JSON object; its bit rate is in bit/s.
  static func json(_ station: DirectoryStation, number: Int) -> JSONValue {
    .object([
      "number": number, "directoryId": station.id, "name": station.name, "url": station.url,
      "resolvedUrl": station.resolvedURL, "homepage": station.homepage, "image": station.image, "tags": station.tags,
      "country": station.country, "language": station.language, "codec": station.codec,
      "bitRate": station.kilobits.map { $0 * 1000 }, "hls": station.isHLS, "votes": station.votes,
      "clicks": station.clicks,
    ])
  }
}
