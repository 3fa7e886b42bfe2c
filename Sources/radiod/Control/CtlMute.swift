import ArgumentParser
import Remote

/// `radiod ctl mute`.
struct CtlMute: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mute", abstract: "Mute or unmute.",
    discussion: "Without an argument, toggles. The volume stays.")

  /// The requested state.
  enum Wish: String, ExpressibleByArgument, CaseIterable {
    case on, off
  }

  @Argument(help: ArgumentHelp("on or off.", valueName: "state"))
  var wish: Wish?

  @OptionGroup(title: "Remote options") var options: CtlOptions

  func run() async throws {
    try await options.withClient { client in
      let isMuted = if let wish { wish == .on } else { try await !client.status().isMuted }
      try StandardOutput.writeLine(StatusFormatter.volume(try await client.perform(.setMuted(isMuted))))
    }
  }
}
