import ArgumentParser
import RadioModel

/// `radiod ctl forward`.
struct CtlForward: AsyncParsableCommand {
  private static let word = "forward"
  static let configuration = CommandConfiguration(
    commandName: word, abstract: "Go forward in the sound that is kept.",
    discussion: """
      With 'title', goes to the next title. Goes forward to live at most. Exits with 69 when no sound is kept.
      """)

  // A word with a leading dash reaches an argument only as an unrecognized option.
  @Argument(parsing: .allUnrecognized, help: SeekArgument.help, completion: .list([Seek.titleWord]))
  var distance: [String] = []

  @OptionGroup(title: "Remote options") var options: CtlOptions

  private func seek() throws -> Seek { try SeekArgument.seek(distance, direction: 1, command: Self.word) }

  func validate() throws { _ = try seek() }

  func run() async throws { try await options.perform(.seek(try seek())) }
}
