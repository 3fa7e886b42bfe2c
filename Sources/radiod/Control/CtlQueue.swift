import ArgumentParser
import AudioCore
import RadioModel
import Remote

/// `radiod ctl queue`.
struct CtlQueue: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "queue", abstract: "List or change the queue that 'next' and 'previous' follow.",
    discussion: """
      The queue is the station list until this command or an MPD client changes it. With fewer than two entries, \
      'next' and 'previous' follow the station list. A station that is not in the queue has an entry there while it \
      plays.
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
      'radiod ctl queue remove' takes the first column, 'radiod ctl play' the second. > marks the current or last \
      station.
      """)

  @Flag(help: "Write one JSON object.")
  var json = false

  @OptionGroup(title: "Remote options") var options: CtlOptions

  func run() async throws {
    try await options.withClient { client in
      if json {
        return try StandardOutput.writeLine(try await client.get(.queue))
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
    commandName: "add", abstract: "Append a station or an address.")

  @Argument(
    help: ArgumentHelp("Station id or part of a name, or http(s) address.", valueName: "station|url"))
  var source: String

  @OptionGroup(title: "Remote options") var options: CtlOptions

  func run() async throws {
    try await options.withClient { client in
      let queue = try await client.edit(.add(source))
      let added = queue.added.flatMap { number in queue.entries.first { $0.number == number } }
      try CtlOptions.write(queue, change: added.map { "added \($0.name) as number \($0.position)" })
    }
  }
}

/// `radiod ctl queue remove`.
struct CtlQueueRemove: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove an entry.",
    discussion: "If it is playing, the entry behind it plays next; without one, the radio stops.")

  @Argument(help: ArgumentHelp("The number that 'radiod ctl queue' shows.", valueName: "position"))
  var position: Int

  @OptionGroup(title: "Remote options") var options: CtlOptions

  func validate() throws {
    guard position >= 1 else { throw ValidationError("'remove' takes a number from 1 up, not \(position)") }
  }

  func run() async throws {
    try await options.withClient { client in
      // The entry is removed by its own number, so that it is the one that is named, whatever changed the queue.
      let entry = try await client.queue().entries.first { $0.position == position }
      let removal = entry?.number.map { QueueRemoval(.number($0)) } ?? QueueRemoval(.position(position))
      try CtlOptions.write(try await client.edit(.remove(removal)), change: entry.map { "removed \($0.name)" })
    }
  }
}

/// `radiod ctl queue clear`.
struct CtlQueueClear: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clear", abstract: "Remove all entries, and stop.",
    discussion: "'next', 'previous' and 'play' then use the station list.")

  @OptionGroup(title: "Remote options") var options: CtlOptions

  func run() async throws { try await options.edit(.clear) }
}

/// `radiod ctl queue reset`.
struct CtlQueueReset: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset", abstract: "Restore the station list as the queue.",
    discussion: "The current station continues.")

  @OptionGroup(title: "Remote options") var options: CtlOptions

  func run() async throws { try await options.edit(.reset) }
}

extension CtlOptions {
  /// Makes the daemon change its queue, and writes the number of entries after it.
  fileprivate func edit(_ edit: QueueRequest) async throws {
    try await withClient { client in
      try Self.write(try await client.edit(edit), change: nil)
    }
  }

  /// Writes what changed in `queue`, if that is known, and the number of entries.
  fileprivate static func write(_ queue: QueueState, change: String?) throws {
    let count = queue.entries.count == 1 ? "1 entry" : "\(queue.entries.count) entries"
    let state = queue.isStationList ? "the queue is the station list: \(count)" : "the queue has \(count)"
    try StandardOutput.writeLine((change.map { $0 + "; " } ?? "") + state)
  }
}
