import Bytes
import Glibc
import NIOPosix
import RadioModel
import Remote
import Stations

/// A hint for a user who plays sound while a daemon runs, which may play at the same time.
enum DaemonHint {
  /// The time limit of the daemon's answer: the sound waits for it.
  private static let limit = Duration.milliseconds(300)

  /// Writes one line on standard error when a daemon listens at a socket that `radiod ctl` would use: what it plays, and
  /// which command makes it play `source` instead. `mayBeInItsList` is false for a station that only this process knows.
  static func write(before source: Source, mayBeInItsList: Bool) async {
    let address = DaemonAddress(folders: CommandContext.folders)
    guard (try? address.locate()) != nil else { return }
    let sentence = sentence(
      of: await status(at: address), command: Self.command(for: source, mayBeInItsList: mayBeInItsList))
    Log.writeLine("radiod: " + CleanText.singleLine(sentence))
  }

  private static func sentence(of status: RadioStatus?, command: String?) -> String {
    guard let status, status.state.isTunedIn, !status.name.isEmpty else {
      return "'radiod serve' is running, too; " + (command.map { "'\($0)' plays there" } ?? "'radiod ctl' controls it")
    }
    return "the daemon plays \(status.name); " + (command.map { "'\($0)' changes it" } ?? "'radiod ctl stop' stops it")
  }

  /// Returns the command that makes the daemon play `source`; nil for a file, which a daemon does not play.
  private static func command(for source: Source, mayBeInItsList: Bool) -> String? {
    guard let target = mayBeInItsList ? source.station?.id ?? source.address : source.address else { return nil }
    return "radiod ctl play \(target)"
  }

  /// Returns the status of the daemon at `address`; nil when it does not answer in time.
  private static func status(at address: DaemonAddress) async -> RadioStatus? {
    var limits = RemoteLimits()
    limits.answer = limit
    let client = RadioClient(
      address: address, group: MultiThreadedEventLoopGroup(numberOfThreads: 1), limits: limits)
    let status = try? await client.status()
    await client.close()
    return status
  }
}
