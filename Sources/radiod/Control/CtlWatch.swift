import ArgumentParser
import RadioModel
import Remote

/// `radiod ctl watch`.
struct CtlWatch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Print a line for each change of title, station, state and volume.",
    discussion: """
      Reconnects when the daemon restarts within 10 seconds. Ends without an error when its output is closed, and with \
      Ctrl-C.

      For status bars: radiod ctl watch --wait --format '{icon} [{artist} - ]{title|station}'. \(FormatHelp.text)
      """)

  @Flag(help: "Write one JSON object a line.")
  var json = false

  @Option(
    help: ArgumentHelp("Write lines of this format, one when it begins and one for each change.", valueName: "format"))
  var format: String?

  @Flag(help: "Wait without limit for the daemon to start or to come back.")
  var wait = false

  @OptionGroup(title: "Remote options") var options: CtlOptions

  func validate() throws { try FormatHelp.check(format, isJSON: json) }

  func run() async throws {
    OutputWatch.exitWithoutReader()
    let template = try format.map(StatusTemplate.init)
    try await options.withClient { client in
      let feed = client.events(Endpoint.events.path(), reconnectMode: wait ? .forever : .restart)
      if let template {
        try await follow(feed, template, of: client)
      } else {
        try await follow(feed)
      }
    }
  }

  private func follow(_ feed: EventFeed) async throws {
    var formatter = EventFormatter()
    for try await element in feed {
      if json {
        if let line = EventFormatter.json(for: element) { try StandardOutput.write(line + [UInt8(ascii: "\n")]) }
      } else {
        for line in formatter.lines(for: element) { try StandardOutput.writeLine(line) }
      }
    }
  }

  private func follow(_ feed: EventFeed, _ template: StatusTemplate, of client: RadioClient) async throws {
    var lines = StatusLines(template)
    var wasLost = false
    for try await element in feed {
      if let line = lines.line(for: element) { try StandardOutput.writeLine(line) }
      switch element {
      case .lost: wasLost = true
      case .connected where wasLost:
        // A daemon that went on without this client sends only what is new.
        wasLost = false
        if let status = try? await client.status(), let line = lines.line(for: status) {
          try StandardOutput.writeLine(line)
        }
      case .connected, .event: break
      }
    }
  }
}
