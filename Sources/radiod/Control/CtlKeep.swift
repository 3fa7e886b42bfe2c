import ArgumentParser
import RadioModel
import Remote

/// `radiod ctl keep`.
struct CtlKeep: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keep", abstract: "Keep the song you hear as a file, from its beginning.",
    discussion: """
      Writes a title of the sound that is kept into a file of the folder of recordings: at once when it has ended, else \
      when it ends. 'radiod ctl record list' shows the file. \(CtlRecord.note)
      """)

  @Option(help: ArgumentHelp("0 is the title on air, 1 the one before it, and so on.", valueName: "number"))
  var title = 0

  @OptionGroup(title: "Remote options") var options: CtlOptions

  /// The greatest number of a title: no more are kept.
  private static let maximumTitle = 10_000

  func validate() throws { try (0...Self.maximumTitle).check("--title", title) }

  func run() async throws {
    try await options.withClient { client in
      var id: Int?
      if title > 0 {
        let kept = try await client.timeShift()
        let earlier = kept?.titles.filter { $0.start <= kept?.position ?? 0 } ?? []
        guard title < earlier.count else {
          throw DaemonError.refused(reason: "the title is no longer kept", status: 404)
        }
        id = earlier[earlier.count - 1 - title].id
      }
      try RecordingText.write([try await client.keep(title: id).cleaned])
    }
  }
}
