import ArgumentParser
import AudioCore
import RadioModel
import Remote

/// `radiod ctl play`.
struct CtlPlay: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play", abstract: "Play a station, or go on.",
    discussion: """
      Without an argument, goes on from the place that a pause holds, or resumes the last station; before anything was \
      played, plays the first favourite of the list. Returns when the daemon begins to connect; with --wait, when the \
      station plays. Exit codes of --wait: 0 the station plays, 69 it failed, was stopped, or did not play in time.
      """)

  @Argument(
    help: ArgumentHelp("Station id or part of a name, or http(s) address.", valueName: "station|url"))
  var source: String?

  @Flag(help: "Wait until the station plays, or fails.")
  var wait = false

  @Option(help: ArgumentHelp("Longest time that --wait waits, 1 to 3600. (default: 30)", valueName: "seconds"))
  var timeout: Int?

  @OptionGroup(title: "Remote options") var options: CtlOptions

  /// The default timeout in seconds: enough for the connection, the first sound and some retries.
  private static let defaultTimeout = 30

  func validate() throws {
    guard wait || timeout == nil else { throw ValidationError("--timeout goes with --wait") }
    try (1...3600).check("--timeout", timeout)
  }

  func run() async throws {
    try await options.perform(waitingUntilPlaying: wait ? .seconds(timeout ?? Self.defaultTimeout) : nil) { client in
      guard let source else { return try await client.perform(.resume) }
      return try await StreamURL.mayBeAddress(source)
        ? client.perform(.play(.url(source))) : client.play(station: source)
    }
  }
}
