import ArgumentParser
import RadioModel
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
      let status = try await client.perform(wish.map { .setMuted($0 == .on) } ?? .toggleMute)
      try StandardOutput.writeLine(StatusFormatter.volume(status))
    }
  }
}
