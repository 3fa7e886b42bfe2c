import AudioCore

/// Formats rows of texts as lines.
enum TextTable {
  /// Returns one line for each row: the columns padded to their widest text, two spaces between them, and none at the
  /// end. All rows have the same number of columns.
  static func lines(_ rows: [[String]]) -> [String] {
    let widths = rows.first?.indices.map { column in rows.map { $0[column].count }.max() ?? 0 } ?? []
    return rows.map { row in zip(row, widths).map { $0.padded(to: $1) }.joined(separator: "  ").trimmedEnd }
  }
}
