import ArgumentParser
import AudioCore
import Daemon
import Glibc
import JSON
import Logging
import Radio
import RadioModel
import SoundCheck
import SystemSupport

/// `radiod check`: a verdict about sound.
struct CheckCommand: AsyncParsableCommand {
  /// The name on the command line.
  static let name = "check"

  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Check whether sound is as expected: tone, silence, levels, loudness, format, stored measurements.",
    discussion: """
      Each expectation is one option, with a value and a tolerance (997±1 or 997+-1) or a limit (max:-1, min:20), and \
      gets one line of output. Exits with 0 when all hold, and with 1 when one fails. Without an expectation it prints \
      all measures. Several sources are checked at the same time, and answered in their order.
      """)

  @Argument(
    help: ArgumentHelp(
      "Files, - for standard input, http(s) addresses, station ids or names.", valueName: "station|url|file"))
  var sources: [String]

  @Flag(help: "Write one JSON object per source and line.")
  var json = false

  @Flag(help: "Write nothing to standard output.")
  var quiet = false

  @Option(help: ArgumentHelp("Write a JUnit XML file.", valueName: "file"), completion: .file())
  var junit: String?

  @OptionGroup(title: "Expectations") var expectations: ExpectationArguments
  @OptionGroup(title: "Comparison and measurement") var comparison: ComparisonArguments
  @OptionGroup var input: InputFormatArgument
  @OptionGroup(title: "Global options") var global: GlobalOptions

  /// The number of retries when a stream is lost.
  private static let retry = RetryLimit.times(3)

  func validate() throws {
    let usesInput = sources.contains("-")
    try input.check(usesInput ? "-" : sources.first)
    let inputs = sources.count { $0 == "-" } + (comparison.like == "-" ? 1 : 0)
    guard inputs <= 1 else { throw ValidationError("standard input (-) can be read once") }
    guard !quiet || !json else { throw ValidationError("--quiet and --json contradict each other") }
    guard comparison.bless else { return }
    guard comparison.golden != nil else { throw ValidationError("--bless goes with --golden, which names the file") }
    guard sources.count == 1 else { throw ValidationError("--bless takes one source, not \(sources.count)") }
  }

  func run() async throws {
    var list = ExpectationList(try expectations.expectations())
    try comparison.apply(to: &list)
    let limit = try comparison.limit()
    list.seconds = limit.map { $0 / .seconds(1) }
    try list.check()
    let context = try CommandContext(global)
    let run = CheckRun(
      opener: context.opener(maximumKilobits: nil, inputFormat: try input.format()), retry: Self.retry, limit: limit)
    var chosen: [Chosen] = []
    for word in sources { chosen.append(try await choose(word, context)) }
    let other: Source? = if let like = comparison.like { try await context.source(for: like) } else { nil }
    let log = Log.ofEvents(level: global.level(usually: .error))
    let task = Task { [list, chosen] in
      var list = list
      if let golden = comparison.golden, !comparison.bless {
        list.items.append(.reference(.golden, try GoldenFile.read(golden), name: golden))
      }
      if let other {
        let name = other.displayName
        list.items.append(.reference(.like, try await fingerprint(of: other, by: run, log: log), name: name))
      }
      let progress = MeasuringProgress(isShown: true, sources: chosen.count)
      defer { progress.clear() }
      return try await check(chosen, list: list, by: run, progress: progress, log: log)
    }
    SignalWatch.onSignal { task.cancel() }
    let reports: [CheckReport]
    do {
      reports = try await task.value
    } catch is CancellationError {
      Log.writeLine("radiod: stopped before the end of the check")
      throw ExitCode(ExitCodes.unavailable)
    }
    if let junit { try GrowingFile.write(JUnitReport.text(reports), to: junit) }
    for case .failure(_, let code) in reports.map(\.outcome) { throw ExitCode(code) }
    if !reports.allSatisfy(\.holds) { throw ExitCode(ExitCodes.checkFailed) }
  }

  /// A source, or the report that there is none.
  private enum Chosen {
    case source(Source)
    case missing(CheckReport)
  }

  private func choose(_ word: String, _ context: CommandContext) async throws -> Chosen {
    do {
      return .source(try await context.source(for: word))
    } catch {
      return .missing(try failure(error, of: word))
    }
  }

  /// Returns the report of a source that cannot be measured. Throws `error` again when it is about something else.
  private func failure(_ error: any Error, of name: String) throws -> CheckReport {
    guard let code = ExitCodes.code(of: error) else { throw error }
    let reason = (error as? OptionError).map(OptionFlags.sentence) ?? "\(error)"
    return CheckReport(failure: reason, code: code, facts: SourceFacts(name: name))
  }

  /// Measures the sound that others are compared with.
  private func fingerprint(of source: Source, by run: CheckRun, log: EventLog) async throws -> Fingerprint {
    var measured = ExpectationList()
    measured.channel = comparison.channel
    let meter = SoundMeter(measured, takesFingerprint: true)
    let facts = try await run.run(source, meter: meter, report: log.record)
    guard facts.invalidSamples == 0 || facts.invalidSamples < meter.sampleCount else {
      throw CheckError.notFinite(source: source.displayName)
    }
    guard let fingerprint = try meter.fingerprint(of: source.displayName) else {
      throw CheckError.noSound(source: source.displayName)
    }
    return fingerprint
  }

  /// Checks all sources, as many at a time as there are processors, and writes the answers in the order of the sources.
  private func check(
    _ sources: [Chosen], list: ExpectationList, by run: CheckRun, progress: MeasuringProgress, log: EventLog
  ) async throws -> [CheckReport] {
    let output = CheckOutput(isJSON: json, isQuiet: quiet, sources: sources.count)
    let jobs = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    return try await withThrowingTaskGroup(of: (Int, CheckReport).self) { group in
      var waiting = sources.enumerated().map(\.self)[...]
      func next() {
        guard let (index, chosen) = waiting.popFirst() else { return }
        group.addTask {
          switch chosen {
          case .source(let source):
            (index, try await report(on: source, list: list, by: run, progress: progress, log: log))
          case .missing(let report): (index, report)
          }
        }
      }
      for _ in 0..<jobs { next() }
      var early: [Int: CheckReport] = [:]  // answers that come before their turn in the output
      var reports: [CheckReport] = []
      while let (index, report) = try await group.next() {
        next()
        early[index] = report
        while let report = early.removeValue(forKey: reports.count) {
          progress.clear()
          try output.write(report)
          reports.append(report)
        }
        progress.finishedSource()
      }
      progress.clear()
      try output.writeEnd(reports)
      return reports
    }
  }

  /// Checks one source. What is wrong with the source is in the report; other errors are thrown.
  private func report(
    on source: Source, list: ExpectationList, by run: CheckRun, progress: MeasuringProgress, log: EventLog
  ) async throws -> CheckReport {
    let meter = SoundMeter(list, takesFingerprint: comparison.bless)
    do {
      let facts = try await run.run(source, meter: meter, progress: progress.show) {
        progress.clear()
        log.record($0)
      }
      let report = try CheckReport(meter, facts: facts)
      if comparison.bless, let golden = comparison.golden { return try bless(report, meter: meter, file: golden) }
      return report
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      return try failure(error, of: source.displayName)
    }
  }

  /// Writes the fingerprint to the golden file, when everything else that is expected holds.
  private func bless(_ report: CheckReport, meter: SoundMeter, file: String) throws -> CheckReport {
    guard report.holds else { return report.notBlessed(file) }
    guard let fingerprint = try meter.fingerprint(of: report.facts.name) else { return report }
    try GoldenFile.write(fingerprint, to: file)
    return report.blessed(fingerprint, as: file)
  }
}
