import ArgumentParser
import Remote

/// `radiod ctl status`.
struct CtlStatus: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show station, title, state and volume.")

  @Flag(help: "Write one JSON object.")
  var json = false

  @OptionGroup(title: "Remote options") var options: CtlOptions

  func run() async throws {
    try await options.withClient { client in
      if json {
        try StandardOutput.writeLine(try await client.get("/api/status"))
      } else {
        try CtlOptions.write(try await client.status())
      }
    }
  }
}
