public import ArgumentParser
import AudioCore
import Glibc
public import RadioModel
import Remote

/// `radiod ctl log`.
struct CtlLog: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "Show the last lines of the daemon's log, at every level.",
    discussion: """
      The daemon keeps its last \(LogStore.defaultLimit) lines, also those that its log level leaves out. With --follow, \
      further lines are written as they come, until Ctrl-C; a daemon that restarts within 10 seconds is followed.
      """)

  @Flag(help: "Go on with further lines as they come.")
  var follow = false

  @Option(
    help: ArgumentHelp(
      "Leave lower levels out: \(LogLevel.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "level"))
  var level = LogLevel.debug

  @Option(help: ArgumentHelp("Maximum number of lines to begin with.", valueName: "count"))
  var count = LogStore.defaultLimit

  @Flag(help: "Write one JSON object a line.")
  var json = false

  @OptionGroup(title: "Remote options") var options: CtlOptions

  /// The pause between two requests for further lines.
  private static let pause = Duration.milliseconds(500)

  func validate() throws { try (1...LogStore.defaultLimit).check("--count", count) }

  func run() async throws {
    if follow { OutputWatch.exitWithoutReader() }
    try await options.withClient { client in
      let first = try await client.log(after: 0)
      try write(first.extract.records.filter { $0.level >= level }.suffix(count))
      guard follow else { return }
      var place = LogPlace(first)
      var lostSince: ContinuousClock.Instant?
      while true {
        try await Task.sleep(for: Self.pause)
        do {
          let records = place.records(of: try await client.log(after: place.number))
          lostSince = nil
          try write(records.filter { $0.level >= level }[...])
        } catch let error as DaemonError {
          let since = lostSince ?? .now
          lostSince = since
          if ContinuousClock.now - since > ReconnectMode.restartLimit { throw error }
        }
      }
    }
  }

  private func write(_ records: ArraySlice<LogRecord>) throws {
    for record in records { try StandardOutput.writeLine(asJSON: json, record.json, or: Self.line(record)) }
  }

  /// `2026-11-23 14:02:03.456  warning  Downloader  the connection is lost`.
  private static func line(_ record: LogRecord) -> String {
    let clock = ClockText.iso8601(record.time)
    let time = "\(clock.prefix(10)) \(clock.dropFirst(11).prefix(12))"
    let word = record.level.rawValue.padded(to: 7)
    let level =
      switch record.level {
      case .error: TerminalText.colored(word, .red)
      case .warning: TerminalText.colored(word, .yellow)
      default: word
      }
    return "\(time)  \(level)  \(record.category.padded(to: 10))  \(record.text)"
  }
}

extension LogLevel: ExpressibleByArgument {}
