import ArgumentParser
import Remote

/// `radiod ctl watch`.
struct CtlWatch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Print a line for each change of title, station, state and volume.",
    discussion: """
      Reconnects when the daemon restarts within 10 seconds. Ends without an error when its output is closed, and with \
      Ctrl-C.
      """)

  @Flag(help: "Write one JSON object a line.")
  var json = false

  @Flag(help: "Wait without limit for the daemon to start or to come back.")
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
