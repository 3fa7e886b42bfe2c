import AudioCore
import Downloader
import JSON
import Radio
import Stations
import SystemSupport

/// The result of testing whether one station plays.
struct StationCheckup: Sendable {
  let station: Station
  let report: Probe.Report?
  /// The reason why it does not play; nil also for a test that was cancelled.
  let failure: String?

  /// Tests `station` for at most `limit`, with its alternates when the first address does not play.
  init(_ station: Station, by probe: Probe, limit: Duration) async {
    self.station = station
    var (report, failure): (Probe.Report?, String) = (nil, "no sound after \(limit.components.seconds) s")
    do {
      report = try await withTimeout(limit) { try await probe.run(station.requests()) }
    } catch {
      failure = (error as? TuneError)?.description ?? "stopped"
    }
    self.report = report
    self.failure = report != nil || Task.isCancelled ? nil : failure
  }

  /// True when there is a result, good or bad.
  var isAnswered: Bool { report != nil || failure != nil }

  // MARK: - As text

  /// Returns the line above a table of results whose longest id has `idWidth` characters.
  static func header(idWidth: Int) -> String {
    row(["STATE", "STATION".padded(to: idWidth), "CODEC", "BIT RATE", "AFTER", "TITLE"])
  }

  /// Returns the line of the table: state, id, codec, bit rate, time to the first packet, and the title or the failure.
  /// In a terminal it is cut to the width, and a failure begins after the id, so that most of it is seen; it is red
  /// where there are colours.
  func line(idWidth: Int) -> String {
    guard let report else { return failureLine(idWidth: idWidth) }
    return Self.row([
      "plays", station.id.padded(to: idWidth), report.codec?.displayName ?? "-",
      report.bitRate.map { BitRateText.text($0) } ?? "-",
      report.timeToFirstPacket.map { "\(Int(($0 / .milliseconds(1)).rounded())) ms" } ?? "-", report.title ?? "",
    ])
  }

  private func failureLine(idWidth: Int) -> String {
    let id = station.id.padded(to: idWidth)
    if TerminalWidth.columns == nil { return Self.row(["fails", id, "-", "-", "-", failure ?? ""]) }
    let line = Self.row(["fails", id, failure ?? ""])
    return TerminalText.colored("fails", .red) + line.dropFirst("fails".count)
  }

  private static func row(_ columns: [String]) -> String {
    let line = zip(columns, [5, 0, 7, 11, 8, 0]).map { $0.padded(to: $1) }.joined(separator: "  ").trimmedEnd
    return TerminalText.fitted(line)
  }

  /// The result as a JSON object.
  var json: JSONValue {
    let result = JSONValue.object([
      "id": station.id, "name": station.name, "plays": report != nil, "error": failure, "url": report?.head?.url.text,
    ])
    guard let report else { return result }
    return result.adding(ReportText.codecMembers(report))
      .adding(.object(["timeToFirstPacket": report.timeToFirstPacket?.seconds]))
  }
}
