import ArgumentParser

/// `radiod ctl stop`.
struct CtlStop: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "stop", abstract: "Stop playing.")

  @OptionGroup(title: "Remote options") var options: CtlOptions

  func run() async throws { try await options.perform(.stop) }
}

/// `radiod ctl pause`.
struct CtlPause: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause", abstract: "Pause; 'play' rejoins the station.")

  @OptionGroup(title: "Remote options") var options: CtlOptions

  func run() async throws { try await options.perform(.pause) }
}

/// `radiod ctl toggle`.
struct CtlToggle: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "toggle", abstract: "Pause, or resume.")

  @OptionGroup(title: "Remote options") var options: CtlOptions

  func run() async throws { try await options.perform(.toggle) }
}

/// `radiod ctl next`.
struct CtlNext: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "next", abstract: "Play the next entry of the queue.")

  @OptionGroup(title: "Remote options") var options: CtlOptions

  func run() async throws { try await options.perform(.next) }
}

/// `radiod ctl previous`.
struct CtlPrevious: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "previous", abstract: "Play the previous entry of the queue.", aliases: ["prev"])

  @OptionGroup(title: "Remote options") var options: CtlOptions

  func run() async throws { try await options.perform(.previous) }
}
