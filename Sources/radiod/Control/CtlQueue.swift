import ArgumentParser
import AudioCore
import Remote
import Stations

/// `radiod ctl queue`.
struct CtlQueue: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "queue", abstract: "List or change what 'next' and 'previous' walk.",
    discussion: """
      The queue is the station list until it is changed, here or by an MPD client. With fewer than two entries, 'next' and \
      'previous' walk the station list. What is played without being in the queue is listed as long as it is tuned in.
      """,
    subcommands: [
      CtlQueueList.self, CtlQueueAdd.self, CtlQueueRemove.self, CtlQueueClear.self, CtlQueueReset.self,
    ], defaultSubcommand: CtlQueueList.self)
}

/// `radiod ctl queue list`.
struct CtlQueueList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the entries.",
    discussion: """
      The first column is what 'radiod ctl queue remove' takes, the second what 'radiod ctl play' takes; > marks what is \
      tuned in, or was last.
      """)

  @Flag(help: "Write one JSON object.")
  var json = false

  @OptionGroup(title: "Remote options") var options: CtlOptions

  func run() async throws {
    try await options.withClient { client in
      if json {
        return try StandardOutput.write(JSONWriter.line(try await client.get("/api/queue")) + [UInt8(ascii: "\n")])
      }
      let entries = try await client.queue().entries
      let numberWidth = String(entries.last?.position ?? 0).count
      let width = entries.compactMap { $0.station?.count }.max() ?? 0
      for entry in entries {
        let number = String(entry.position)
        let words = [
          String(repeating: " ", count: max(0, numberWidth - number.count)) + number,
          (entry.station ?? entry.address).padded(to: width), entry.name == entry.address ? "" : entry.name,
        ]
        try StandardOutput.writeLine(((entry.isCurrent ? "> " : "  ") + words.joined(separator: "  ")).trimmedEnd)
      }
    }
  }
}

/// `radiod ctl queue add`.
struct CtlQueueAdd: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Put a station or an address at the end.")

  @Argument(
    help: ArgumentHelp("Station id or part of a name, or http(s) address.", valueName: "station|url"))
  var source: String

  @OptionGroup(title: "Remote options") var options: CtlOptions

  func run() async throws { try await options.edit(.add(source)) }
}

/// `radiod ctl queue remove`.
struct CtlQueueRemove: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Take an entry away.",
    discussion: "When it is tuned in, the one that takes its place is played; when there is none, the radio stops.")

  @Argument(help: ArgumentHelp("The number that 'radiod ctl queue' shows.", valueName: "position"))
  var position: Int

  @OptionGroup(title: "Remote options") var options: CtlOptions

  func validate() throws {
    guard position >= 1 else { throw ValidationError("'remove' takes a number from 1 up, not \(position)") }
  }

  func run() async throws { try await options.edit(.remove(position: position)) }
}

/// `radiod ctl queue clear`.
struct CtlQueueClear: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clear", abstract: "Take all entries away, and stop.",
    discussion: "'next', 'previous' and 'play' still find the stations of the list.")

  @OptionGroup(title: "Remote options") var options: CtlOptions

  func run() async throws { try await options.edit(.clear) }
}

/// `radiod ctl queue reset`.
struct CtlQueueReset: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset", abstract: "Make it the station list again.",
    discussion: "What is tuned in plays on.")

  @OptionGroup(title: "Remote options") var options: CtlOptions

  func run() async throws { try await options.edit(.reset) }
}

extension CtlOptions {
  /// Makes the daemon change its queue, and writes the number of entries after it.
  fileprivate func edit(_ edit: RemoteQueueEdit) async throws {
    try await withClient { client in
      let queue = try await client.edit(edit)
      let count = queue.entries.count == 1 ? "1 entry" : "\(queue.entries.count) entries"
      try StandardOutput.writeLine(
        queue.isStationList ? "the queue is the station list: \(count)" : "the queue has \(count)")
    }
  }
}
