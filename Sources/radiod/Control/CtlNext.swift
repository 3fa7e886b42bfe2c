import ArgumentParser
import RadioModel

/// `radiod ctl next`.
struct CtlNext: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "next", abstract: "Play the next entry of the queue.")

  @OptionGroup(title: "Remote options") var options: CtlOptions

  func run() async throws { try await options.perform(.next) }
}
