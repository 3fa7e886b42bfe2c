import ArgumentParser
import RadioModel

/// `radiod ctl back`.
struct CtlBack: AsyncParsableCommand {
  private static let word = "back"
  static let configuration = CommandConfiguration(
    commandName: word, abstract: "Go back in the sound that is kept.",
    discussion: """
      With 'title', goes to the beginning of this title or, in its first 3 s, of the one before it. Goes back to the \
      oldest sound that is kept at most. Exits with 69 when none is kept.
      """)

  // A word with a leading dash reaches an argument only as an unrecognized option.
  @Argument(parsing: .allUnrecognized, help: SeekArgument.help, completion: .list([Seek.titleWord]))
  var distance: [String] = []

  @OptionGroup(title: "Remote options") var options: CtlOptions

  private func seek() throws -> Seek { try SeekArgument.seek(distance, direction: -1, command: Self.word) }

  func validate() throws { _ = try seek() }

  func run() async throws { try await options.perform(.seek(try seek())) }
}
