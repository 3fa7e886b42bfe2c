import AudioCore
import Radio
import Stations

/// What one station answered when it was asked whether it plays.
struct StationCheckup: Sendable {
  let station: Station
  let report: Probe.Report?
  /// Why it does not play; nil also for a question that was given up.
  let failure: String?

  /// Asks `station`, its alternates too when the first address does not play, for no longer than `limit`.
  init(_ station: Station, by probe: Probe, limit: Duration) async {
    self.station = station
    let answer = await withTaskGroup(of: Answer?.self) { group in
      group.addTask { await Self.ask(station, by: probe) }
      group.addTask {
        try? await Task.sleep(for: limit)
        return nil
      }
      let first = await group.next()
      group.cancelAll()
      return first ?? nil
    }
    report = answer?.report
    let late = "no sound after \(limit.components.seconds) s"
    failure = report != nil || Task.isCancelled ? nil : answer?.failure ?? late
  }

  /// True when there is an answer, be it good or bad.
  var isAnswered: Bool { report != nil || failure != nil }

  private struct Answer: Sendable {
    var report: Probe.Report?
    var failure: String?
  }

  private static func ask(_ station: Station, by probe: Probe) async -> Answer {
    var failure: String?
    do {
      for request in try station.requests() {
        do {
          return Answer(report: try await probe.run(request))
        } catch let error as TuneError {
          failure = failure ?? error.description
        }
      }
    } catch {
      failure = failure ?? (error as? TuneError)?.description ?? "stopped"
    }
    return Answer(failure: failure ?? "it has no address")
  }

  // MARK: - In words

  /// The line above a table of checkups whose longest id has `idWidth` characters.
  static func header(idWidth: Int) -> String {
    row(["STATE", "STATION".padded(to: idWidth), "CODEC", "BIT RATE", "AFTER", "TITLE"])
  }

  /// The line of a table: state, id, codec, bit rate, time to the first packet, and the title or what is wrong.
  func line(idWidth: Int) -> String {
    guard let report else {
      return Self.row(["fails", station.id.padded(to: idWidth), "-", "-", "-", failure ?? ""])
    }
    return Self.row([
      "plays", station.id.padded(to: idWidth), report.codec?.displayName ?? "-",
      report.bitRate.map { "\(($0 + 500) / 1000) kbit/s" } ?? "-",
      report.timeToFirstPacket.map { "\(Int(($0 / .milliseconds(1)).rounded())) ms" } ?? "-", report.title ?? "",
    ])
  }

  private static func row(_ columns: [String]) -> String {
    zip(columns, [5, 0, 7, 11, 8, 0]).map { $0.padded(to: $1) }.joined(separator: "  ").trimmedEnd
  }

  /// The same as a JSON object.
  var json: String {
    var object = JSONObject()
    object.add("id", station.id)
    object.add("name", station.name)
    object.add("plays", report != nil)
    object.add("error", failure)
    if let report {
      object.add("url", report.head?.url.text)
      ReportText.addCodec(of: report, to: &object)
      object.add("timeToFirstPacket", report.timeToFirstPacket.map { ($0 / .milliseconds(1)).rounded() / 1000 })
    }
    return object.text
  }
}
