import AudioCore
import Bytes
import RadioModel
import Stations

/// The sentences of the plain interface. Each is one clean line.
enum PlainTexts {
  /// The most stations of a list that are printed.
  static let maximumStations = 100
  /// The most titles and log records that are printed.
  static let maximumEntries = 20
  /// The most tags of a station that are printed.
  private static let maximumTags = 4

  /// The line that is printed first.
  static let welcome = "SpringRadio: type a command and Enter; help lists the commands"
  /// The answer when nothing was printed that a number could mean.
  static let noList = "there is no numbered list yet; stations or search prints one"

  /// Returns the lines of the help.
  static var help: [String] {
    PlainCommand.all.map { command in
      "\(command.word)\(command.arguments.isEmpty ? "" : " " + command.arguments): \(command.effect)"
    } + ["Numbers are those of the list printed last. The first letters of a command are enough."]
  }

  /// Returns where a listener is who moved: `5:20 behind live`, `live` or, in a file, `at 1:02`.
  static func place(_ status: RadioStatus) -> String {
    if let behind = StatusPart.behindLive(status) { return "\(behind) behind live" }
    return status.behindLive == nil ? "at \(PlayingTimeText.text(status.elapsed))" : "live"
  }

  /// Returns a numbered list of stations; `playing` is the id of the one on air.
  static func list(_ stations: [Station], total: Int, playing: String?) -> [String] {
    let lines = stations.prefix(maximumStations).enumerated().map { number, station in
      let isPlaying = station.id == playing && !station.id.isEmpty
      return line(
        number, station.name,
        [isPlaying ? "on air" : nil, station.favourite ? "favourite" : nil, tags(station), country(station)])
    }
    let left = stations.count - lines.count
    let all = NumberText.count(stations.count, "station")
    return [stations.count == total ? all : "\(all) of \(total)"] + lines
      + (left > 0 ? ["and \(left) more; stations with words prints fewer"] : [])
  }

  /// Returns a numbered list of results. The first line says what was searched where that is not what one expects: when
  /// nothing was found, and when tags have the words.
  static func list(_ result: StationSearchResult) -> [String] {
    let found = result.stations
    let lines = found.prefix(maximumStations).enumerated().map { number, result in
      let coding = [result.codec.map { CleanText.singleLine($0, limit: 20) }, result.kilobits.map { "\($0) kbit/s" }]
        .compactMap(\.self).joined(separator: " ")
      return line(
        number, result.station.name, [country(result.station), coding.isEmpty ? nil : coding, tags(result.station)])
    }
    let isExpected = !found.isEmpty && result.foundIn != .tag
    let head = isExpected ? NumberText.count(found.count, "result") : CleanText.singleLine(result.report)
    let notes = result.note.map { [CleanText.singleLine($0)] } ?? []
    return [head] + lines + notes + (found.isEmpty ? [] : ["play or add with a number takes one of them"])
  }

  private static func line(_ number: Int, _ name: String, _ parts: [String?]) -> String {
    "\(number + 1). " + ([CleanText.singleLine(name, limit: 100)] + parts.compactMap(\.self)).joined(separator: ", ")
  }

  private static func country(_ station: Station) -> String? {
    station.country.map { CleanText.singleLine($0, limit: 20) }
  }

  private static func tags(_ station: Station) -> String? {
    let tags = station.tags.prefix(maximumTags).map { CleanText.singleLine($0, limit: 40) }
    return tags.isEmpty ? nil : "tags " + tags.joined(separator: " ")
  }

  /// Returns the latest titles, the latest first.
  static func lines(_ titles: TitleList) -> [String] {
    guard !titles.entries.isEmpty else { return ["no titles yet"] }
    return titles.entries.prefix(maximumEntries).map { entry in
      // The date and the seconds of 2026-11-21T14:02:03 are not needed.
      let time = ClockText.iso8601(entry.time).dropFirst(11).prefix(5)
      return "\(time) \(CleanText.singleLine(entry.text))"
    }
  }

  /// Returns the latest records, the oldest first, and what was counted.
  static func lines(_ log: LogExtract) -> [String] {
    guard !log.records.isEmpty else { return ["the log is empty"] }
    let lines = log.records.suffix(maximumEntries).map { record in
      let time = ClockText.iso8601(record.time).dropFirst(11).prefix(8)
      return "\(time) \(record.level.rawValue) \(record.category): \(CleanText.singleLine(record.text))"
    }
    return lines + ["\(log.warnings) warnings and \(log.errors) errors since the start"]
  }
}
