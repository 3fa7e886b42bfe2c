import ArgumentParser
import AudioCore
import JSON
import RadioModel
import Remote

/// `radiod ctl history`.
struct CtlHistory: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "List the titles that were played, newest first.")

  @Flag(help: "Write one JSON object a line.")
  var json = false

  @Option(help: ArgumentHelp("Maximum number of titles.", valueName: "count"))
  var limit = 20

  @OptionGroup(title: "Remote options") var options: CtlOptions

  func validate() throws { try (1...Self.maximumTitles).check("--limit", limit) }

  private static let maximumTitles = 10_000

  func run() async throws {
    try await options.withClient { client in
      let answer = try await client.get(.history, query: "limit=\(limit)")
      guard let titles = answer["titles"]?.elements else {
        throw DaemonError.failed(reason: "the daemon's history cannot be read; is it of another version?")
      }
      for value in titles.prefix(limit) {
        if json {
          try StandardOutput.writeLine(Self.timed(value))
        } else if let heard = HistoryEntry(json: value) {
          try StandardOutput.writeLine("\(Self.text(of: heard.time))  \(heard.text)")
        }
      }
    }
  }

  /// Returns a title of the daemon with its time in seconds and also as a `clock`, in the form that the headers of
  /// spectra have.
  private static func timed(_ title: JSONValue) -> JSONValue {
    guard let members = title.members, let time = title["time"]?.double else { return title }
    return JSONValue(.object(members.filter { $0.key != "clock" })).adding(.object(["clock": ClockText.iso8601(time)]))
  }

  /// Formats a time in seconds since 1970 as local time: `2026-11-21 14:02`.
  private static func text(of time: Double) -> String {
    String(ClockText.iso8601(time.rounded(.down)).prefix(16)).replacing("T", with: " ")
  }
}
