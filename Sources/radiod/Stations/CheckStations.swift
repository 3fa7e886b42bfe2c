import ArgumentParser
import Radio
import Stations

/// `radiod stations check`: tests whether stations play.
struct CheckStations: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Test whether stations play.",
    discussion: """
      Without stations, tests the whole list. Prints state, codec, bit rate, time to the first packet and title, in \
      the order of the list. Exits with 69 when a station does not play.
      """)

  @Argument(help: ArgumentHelp("Station ids or names.", valueName: "station"))
  var stations: [String] = []

  @Option(help: ArgumentHelp("Stations tested at the same time, 1 to 64.", valueName: "count"))
  var jobs = 16

  @Option(help: ArgumentHelp("Timeout for a station with its alternates, 1 to 300.", valueName: "seconds"))
  var timeout = 20

  @Flag(help: "Write one JSON object per station and line.")
  var json = false

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    try (1...64).check("--jobs", jobs)
    try (1...300).check("--timeout", timeout)
  }

  func run() async throws {
    let context = try CommandContext(global)
    var chosen: [Station] = []
    for word in stations { chosen.append(try await context.station(word)) }
    if stations.isEmpty { chosen = try context.chosenList().stations }
    let checking = Task { [chosen] in try await check(chosen, by: Probe(opener: context.opener)) }
    SignalWatch.onSignal { checking.cancel() }
    let (answers, failures) = try await checking.value
    if answers < chosen.count {
      Log.writeLine("radiod: stopped; \(answers) of \(chosen.count) stations were checked, \(failures) do not play")
    } else if failures > 0 {
      Log.writeLine("radiod: \(failures) of \(chosen.count) stations do not play")
    }
    if failures > 0 { throw ExitCode(ExitCodes.unavailable) }
  }

  /// Tests all stations of `chosen`, and writes the results in that order. Returns the number of results, and how many
  /// of those stations do not play.
  private func check(_ chosen: [Station], by probe: Probe) async throws -> (answers: Int, failures: Int) {
    let idWidth = max(chosen.map(\.id.count).max() ?? 0, 7)
    let limit = Duration.seconds(timeout)
    if !json { try StandardOutput.writeLine(StationCheckup.header(idWidth: idWidth)) }
    var progress = ProgressLine(environment: CommandContext.environment)
    defer { progress.clear() }
    return try await withThrowingTaskGroup(of: (Int, StationCheckup).self) { group in
      var waiting = chosen.enumerated().map(\.self)[...]
      func askNext() {
        guard let (index, station) = waiting.popFirst() else { return }
        group.addTask { (index, await StationCheckup(station, by: probe, limit: limit)) }
      }
      for _ in 0..<jobs { askNext() }
      var early: [Int: StationCheckup] = [:]  // results that come before their turn in the output
      var printed = 0
      var answers = 0
      var failures = 0
      while let (index, checkup) = try await group.next() {
        if !Task.isCancelled { askNext() }
        if checkup.isAnswered { answers += 1 }
        if checkup.failure != nil { failures += 1 }
        early[index] = checkup
        while let next = early.removeValue(forKey: printed) {
          printed += 1
          guard next.isAnswered else { continue }
          progress.clear()
          try StandardOutput.writeLine(asJSON: json, next.json, or: next.line(idWidth: idWidth))
        }
        progress.show("\(answers) of \(chosen.count) checked, \(failures) fail")
      }
      return (answers, failures)
    }
  }
}
