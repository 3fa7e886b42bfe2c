package import AudioCore

/// Makes the names of recordings from a pattern: the setting `recordingNames`.
///
/// A pattern has the fields `{station}`, `{artist}`, `{title}`, `{date}`, `{time}` and `{number}`. An empty one is left
/// out with the text beside it, and so is a folder without a name.
package struct FileNames: Sendable, Equatable {
  /// The pattern where none is set.
  package static let standardPattern = "{station}/{artist} - {title}"
  /// The names of the standard pattern.
  package static let standard = FileNames(
    checked: NamePattern(components: [[.field(.station)], [.field(.artist), .text(" - "), .field(.title)]]))

  /// The values of the fields. They may have any characters.
  package struct Values: Sendable, Equatable {
    package var station = ""
    package var artist = ""
    package var title = ""
    /// The local day: `2026-03-01`.
    package var date = ""
    /// The local time: `20-15-00`.
    package var time = ""
    /// The number of the file in its recording, from 1 on; nil when it has no others.
    package var number: Int?

    /// No values.
    package init() {}

    /// The values that `tags` have; day and time are those of the reception.
    package init(_ tags: RecordingTags, number: Int? = nil) {
      station = tags.station
      artist = tags.artist
      title = tags.title
      let moment = tags.received.split(separator: "T", maxSplits: 1)
      date = moment.first.map(String.init) ?? ""
      time = moment.count > 1 ? String(moment[1].prefix(8)).replacing(":", with: "-") : ""
      self.number = number
    }

    fileprivate func text(of field: NamePattern.Field) -> String {
      switch field {
      case .station: CleanName.value(station)
      case .artist: CleanName.value(artist)
      case .title: CleanName.value(title)
      case .date: CleanName.value(date)
      case .time: CleanName.value(time)
      case .number: number.map { $0 < 10 ? "0\($0)" : "\($0)" } ?? ""
      }
    }
  }

  private let pattern: NamePattern

  /// Reads `pattern`. Throws a sentence that says what is wrong with it.
  package init(_ pattern: String) throws(OptionError) { self.pattern = try NamePattern(pattern) }

  private init(checked pattern: NamePattern) { self.pattern = pattern }

  /// Returns the name of a file that ends with `fileExtension` (`mp3`).
  package func name(for values: Values, fileExtension: String) -> RecordingName {
    let names = pattern.texts(values.text).map { CleanName.name($0) }
    let stem = names.last.flatMap { $0.isEmpty ? nil : $0 } ?? Self.plainName(values)
    return RecordingName(folders: names.dropLast().filter { !$0.isEmpty }, stem: stem, fileExtension: fileExtension)
  }

  /// The name of a file for which the pattern has none.
  private static func plainName(_ values: Values) -> String {
    let moment = [values.text(of: .date), values.text(of: .time)].filter { !$0.isEmpty }.joined(separator: " ")
    let name = CleanName.name(moment)
    return name.isEmpty ? "recording" : name
  }
}
