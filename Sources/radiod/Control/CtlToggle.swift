import ArgumentParser
import RadioModel

/// `radiod ctl toggle`.
struct CtlToggle: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "toggle", abstract: "Pause, or go on.")

  @OptionGroup(title: "Remote options") var options: CtlOptions

  func run() async throws { try await options.perform(.toggle) }
}
