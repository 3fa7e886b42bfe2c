import ArgumentParser
import RadioModel

/// `radiod ctl pause`.
struct CtlPause: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause", abstract: "Pause, and hold the place.",
    discussion: """
      'play' goes on from there. Meanwhile the station is received until as much is kept as the setting 'timeshift' \
      says; 'stop' ends that. Where no sound is kept, 'play' joins the station again.
      """)

  @OptionGroup(title: "Remote options") var options: CtlOptions

  func run() async throws { try await options.perform(.pause) }
}
