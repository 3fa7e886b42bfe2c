import ArgumentParser
import AudioCore
import Remote
import Stations

/// `radiod ctl queue`.
struct CtlQueue: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "queue", abstract: "List what 'next' and 'previous' walk.",
    discussion: "An entry's first column is what 'radiod ctl play' takes; > marks what is tuned in, or was last.")

  @Flag(help: "Write one JSON object.")
  var json = false

  @OptionGroup(title: "Remote options") var options: CtlOptions

  func run() async throws {
    try await options.withClient { client in
      let answer = try await client.get("/api/queue")
      if json { return try StandardOutput.write(JSONWriter.line(answer) + [UInt8(ascii: "\n")]) }
      guard let queue = RemoteQueue(json: answer) else {
        throw TuneError.daemon(reason: "the daemon's queue cannot be read; is it of another version?")
      }
      let width = queue.entries.compactMap { $0.station?.count }.max() ?? 0
      for entry in queue.entries {
        let mark = entry.id == queue.current ? "> " : "  "
        let words = [(entry.station ?? entry.url).padded(to: width), entry.name == entry.url ? "" : entry.name]
        try StandardOutput.writeLine((mark + words.joined(separator: "  ")).trimmedEnd)
      }
    }
  }
}
