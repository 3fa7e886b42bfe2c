import ArgumentParser
import RadioModel
import Remote

/// `radiod ctl volume`.
struct CtlVolume: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "volume", abstract: "Show, set or change the volume.",
    discussion: "70 sets it, +5 and -5 change it by 5 points; without an argument, shows it.")

  // A word with a leading dash reaches an argument only as an unrecognized option.
  @Argument(
    parsing: .allUnrecognized, help: ArgumentHelp("0 to 100, +POINTS or -POINTS.", valueName: "volume"))
  var words: [String] = []

  @OptionGroup(title: "Remote options") var options: CtlOptions

  /// Returns the command for the words; nil to show the volume.
  private func command() throws -> Command? {
    guard let word = words.first else { return nil }
    if words.count == 1, let number = Int(word) {
      let isChange = word.hasPrefix("+") || word.hasPrefix("-")
      if isChange, (-100...100).contains(number) { return .changeVolume(by: number) }
      if !isChange, (0...100).contains(number) { return .setVolume(number) }
    }
    throw ValidationError("'volume' takes 0 to 100, +POINTS or -POINTS, not '\(words.joined(separator: " "))'")
  }

  func validate() throws { _ = try command() }

  func run() async throws {
    let command = try command()
    try await options.withClient { client in
      let status = if let command { try await client.perform(command) } else { try await client.status() }
      try StandardOutput.writeLine(StatusFormatter.volume(status))
    }
  }
}
