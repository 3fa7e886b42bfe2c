import ArgumentParser
import Remote

/// `radiod ctl play`.
struct CtlPlay: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play", abstract: "Have the daemon tune in.",
    discussion: """
      Without an argument, to what was tuned in last. Answers as soon as the daemon connects; with --wait, when it plays. Exit \
      codes of --wait: 0 it plays, 69 it was given up, was stopped, or does not play in time.
      """)

  @Argument(
    help: ArgumentHelp("Station id or part of a name, or http(s) address.", valueName: "station|url"))
  var source: String?

  @Flag(help: "Wait until it plays, or until the daemon has given it up.")
  var wait = false

  @Option(help: ArgumentHelp("Longest time that --wait waits, 1 to 3600. (default: 30)", valueName: "seconds"))
  var timeout: Int?

  @OptionGroup(title: "Remote options") var options: CtlOptions

  /// The default timeout in seconds: enough for the connection, the first sound and some retries.
  private static let usualTimeout = 30

  func validate() throws {
    guard let timeout else { return }
    guard wait else { throw ValidationError("--timeout goes with --wait") }
    guard (1...3600).contains(timeout) else { throw ValidationError("--timeout takes 1 to 3600, not \(timeout)") }
  }

  func run() async throws {
    let command: RemoteCommand =
      if let source { source.contains("://") ? .playURL(source) : .playStation(source) } else { .resume }
    try await options.perform(command, waitingUntilPlaying: wait ? .seconds(timeout ?? Self.usualTimeout) : nil)
  }
}
