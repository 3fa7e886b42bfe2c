import ArgumentParser
import RadioModel

/// `radiod ctl previous`.
struct CtlPrevious: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "previous", abstract: "Play the previous entry of the queue.", aliases: ["prev"])

  @OptionGroup(title: "Remote options") var options: CtlOptions

  func run() async throws { try await options.perform(.previous) }
}
