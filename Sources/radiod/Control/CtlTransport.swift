import ArgumentParser

/// `radiod ctl stop`.
struct CtlStop: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "stop", abstract: "Leave the station.")

  @OptionGroup(title: "Remote options") var options: CtlOptions

  func run() async throws { try await options.perform(.stop) }
}

/// `radiod ctl pause`.
struct CtlPause: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause", abstract: "Leave the station, to rejoin it later.")

  @OptionGroup(title: "Remote options") var options: CtlOptions

  func run() async throws { try await options.perform(.pause) }
}

/// `radiod ctl toggle`.
struct CtlToggle: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "toggle", abstract: "Pause, or play on if nothing is tuned in.")

  @OptionGroup(title: "Remote options") var options: CtlOptions

  func run() async throws { try await options.perform(.toggle) }
}

/// `radiod ctl next`.
struct CtlNext: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "next", abstract: "Tune in to the queue's next entry.")

  @OptionGroup(title: "Remote options") var options: CtlOptions

  func run() async throws { try await options.perform(.next) }
}

/// `radiod ctl previous`.
struct CtlPrevious: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "previous", abstract: "Tune in to the queue's previous entry.", aliases: ["prev"])

  @OptionGroup(title: "Remote options") var options: CtlOptions

  func run() async throws { try await options.perform(.previous) }
}
