import ArgumentParser
import RadioModel

/// `radiod ctl pause`.
struct CtlPause: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause", abstract: "Pause; 'play' rejoins the station.")

  @OptionGroup(title: "Remote options") var options: CtlOptions

  func run() async throws { try await options.perform(.pause) }
}
