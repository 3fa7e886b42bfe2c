import ArgumentParser
import Remote

/// `radiod ctl watch`.
struct CtlWatch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Follow titles, stations, states and the volume: a line for each.",
    discussion: """
      Goes on over a restart of the daemon, if that is back within 10 seconds. Ends quietly when nobody reads any more, \
      and with Ctrl-C.
      """)

  @Flag(help: "Write one JSON object a line.")
  var json = false

  @Flag(help: "Wait for the daemon for as long as it takes, also at the beginning.")
  var wait = false

  @OptionGroup(title: "Remote options") var options: CtlOptions

  func run() async throws {
    OutputWatch.exitWithoutReader()
    try await options.withClient { client in
      var formatter = EventFormatter()
      for try await element in client.events("/api/events", reconnectMode: wait ? .forever : .restart) {
        if json {
          if let line = EventFormatter.json(for: element) { try StandardOutput.write(line + [UInt8(ascii: "\n")]) }
        } else {
          for line in formatter.lines(for: element) { try StandardOutput.writeLine(line) }
        }
      }
    }
  }
}
