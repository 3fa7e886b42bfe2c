import ArgumentParser
import AudioCore
import Radio
import Stations

/// `radiod stations check`: asks the stations whether they play.
struct CheckStations: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Ask stations whether they play, and what.",
    discussion: "Without stations, checks the whole list. Exits with 69 when one of them does not play.")

  @Argument(help: "Station ids or names.")
  var stations: [String] = []

  @Option(help: ArgumentHelp("Stations asked at a time, 1 to 64.", valueName: "count"))
  var jobs = 8

  @Flag(help: "Write JSON, one object a station and line.")
  var json = false

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    guard (1...64).contains(jobs) else { throw ValidationError("--jobs takes 1 to 64, not \(jobs)") }
  }

  func run() async throws {
    let studio = try Studio(global)
    let list = try studio.chosenList()
    let chosen = stations.isEmpty ? list.stations : try stations.map { try list.find($0) }
    let probe = Probe(opener: studio.opener)
    let idWidth = chosen.map(\.id.count).max() ?? 0
    var failures = 0
    try await withThrowingTaskGroup(of: Check.self) { group in
      var waiting = chosen[...]
      for station in waiting.prefix(jobs) { group.addTask { await Check(station, by: probe) } }
      waiting = waiting.dropFirst(jobs)
      while let check = try await group.next() {
        if let station = waiting.popFirst() { group.addTask { await Check(station, by: probe) } }
        if check.failure != nil { failures += 1 }
        try StandardOutput.writeLine(json ? check.json : check.line(idWidth: idWidth))
      }
    }
    if failures > 0 {
      Log.writeLine("radiod: \(failures) of \(chosen.count) stations do not play")
      throw ExitCode(69)
    }
  }
}

/// What one station answered.
struct Check: Sendable {
  let station: Station
  let report: Probe.Report?
  let failure: String?

  /// Asks `station`, its alternates too when the first address does not play.
  init(_ station: Station, by probe: Probe) async {
    self.station = station
    var report: Probe.Report?
    var failure: String?
    do {
      for request in try station.requests() {
        do {
          report = try await probe.run(request)
          failure = nil
          break
        } catch let error as TuneError {
          failure = failure ?? error.description
        }
      }
    } catch {
      failure = failure ?? String(describing: error)
    }
    self.report = report
    self.failure = report == nil ? failure ?? "stopped" : nil
  }

  func line(idWidth: Int) -> String {
    guard let report else { return "fails  \(station.id.padded(to: idWidth))  \(failure ?? "")" }
    return "plays  \(station.id.padded(to: idWidth))  \(ReportText.codecLine(report))  \(report.title ?? "")".trimmedEnd
  }

  var json: String {
    var object = JSONObject()
    object.add("id", station.id)
    object.add("plays", report != nil)
    object.add("error", failure)
    if let report { ReportText.addCodec(of: report, to: &object) }
    return object.text
  }
}
