import ArgumentParser
import RadioModel

/// `radiod ctl stop`.
struct CtlStop: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "stop", abstract: "Stop playing.")

  @OptionGroup(title: "Remote options") var options: CtlOptions

  func run() async throws { try await options.perform(.stop) }
}
