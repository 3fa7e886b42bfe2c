import ArgumentParser
import RadioModel

/// `radiod ctl live`.
struct CtlLive: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "live", abstract: "Go to the live sound of the station.",
    discussion: "Exits with 69 when no sound is kept.")

  @OptionGroup(title: "Remote options") var options: CtlOptions

  func run() async throws { try await options.perform(.seek(.live)) }
}
