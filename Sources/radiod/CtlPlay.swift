import ArgumentParser
import Remote

/// `radiod ctl play`.
struct CtlPlay: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play", abstract: "Have the daemon tune in.",
    discussion: "Without a word, to what was tuned in last.")

  @Argument(
    help: ArgumentHelp("Station id or part of a name, or http(s) address.", valueName: "station|url"),
    completion: .stations)
  var source: String?

  @OptionGroup(title: "Remote options") var options: CtlOptions

  func run() async throws {
    let command: RemoteCommand =
      if let source { source.contains("://") ? .playURL(source) : .playStation(source) } else { .resume }
    try await options.perform(command)
  }
}
