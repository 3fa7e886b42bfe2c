import Bytes
import NIOPosix
import RadioModel
import Remote
import Stations

/// A hint for a user who plays sound while a daemon runs, which may play at the same time.
struct DaemonHint {
  /// The time limit of the connection and the answer together. Nothing waits for it but the end of a shorter play.
  private static let limit = Duration.seconds(2)

  private let address: DaemonAddress
  private let command: String?
  private let loops: MultiThreadedEventLoopGroup

  /// A hint when a daemon listens at a socket that `radiod ctl` would use; nil when none does. `mayBeInItsList` is false
  /// for a station that only this process knows. The event loops of `loops` serve the connection.
  init?(before source: Source, mayBeInItsList: Bool, loops: @autoclosure () -> MultiThreadedEventLoopGroup) {
    let address = DaemonAddress(folders: CommandContext.folders)
    guard (try? address.locate()) != nil else { return nil }
    self.address = address
    command = Self.command(for: source, mayBeInItsList: mayBeInItsList)
    self.loops = loops()
  }

  /// Asks the daemon while `play` runs, and writes one line on standard error: what the daemon plays, and which command
  /// makes it play the source instead. The line comes with the answer, or after `play` with `waitsForEnd`: a view has
  /// the terminal meanwhile.
  func write(waitsForEnd: Bool, beside play: () async throws -> Void) async rethrows {
    async let line = line(writesNow: !waitsForEnd)
    do {
      try await play()
    } catch {
      if waitsForEnd { Log.writeLine(await line) }
      _ = await line
      throw error
    }
    if waitsForEnd { Log.writeLine(await line) }
    _ = await line
  }

  private func line(writesNow: Bool) async -> String {
    let line = "radiod: " + CleanText.singleLine(sentence(of: await status()))
    if writesNow { Log.writeLine(line) }
    return line
  }

  private func sentence(of status: RadioStatus?) -> String {
    guard let status, status.state.isTunedIn, !status.name.isEmpty else {
      return "'radiod serve' is running, too; " + (command.map { "'\($0)' plays there" } ?? "'radiod ctl' controls it")
    }
    return "the daemon plays \(status.name); " + (command.map { "'\($0)' changes it" } ?? "'radiod ctl stop' stops it")
  }

  /// Returns the command that makes the daemon play `source`; nil for a file, which a daemon does not play.
  private static func command(for source: Source, mayBeInItsList: Bool) -> String? {
    let isKnown = mayBeInItsList || source.station?.id == Station.demoID
    guard let target = isKnown ? source.station?.id ?? source.address : source.address else { return nil }
    return "radiod ctl play \(shellWord(target))"
  }

  /// Returns `text` as one word for a shell.
  private static func shellWord(_ text: String) -> String {
    let isPlain = text.wholeMatch(of: /[A-Za-z0-9@%+,.\/:=_-]+/) != nil
    return isPlain ? text : "\"" + text.replacing(/[\\"$`]/) { "\\" + $0.output } + "\""
  }

  /// Returns the status of the daemon; nil when it does not answer in time.
  private func status() async -> RadioStatus? {
    let client = RadioClient(address: address, group: loops)
    let status = await withTaskGroup(of: RadioStatus?.self) { group in
      group.addTask { try? await client.status() }
      group.addTask {
        try? await Task.sleep(for: Self.limit)
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
    }
    await client.close()
    return status
  }
}
