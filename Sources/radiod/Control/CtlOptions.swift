import ArgumentParser
import Glibc
import NIOPosix
import RadioModel
import Remote

/// The options of all commands for a daemon, and the connection to it.
struct CtlOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The daemon's socket. (default: radiod.sock in $XDG_RUNTIME_DIR/springradio, then in /run/springradio)",
      valueName: "path"), completion: .file())
  var socket: String?

  @OptionGroup var remote: DaemonURLArguments

  /// What to do when the path of the socket is another file's.
  private static let hint = "name the socket of radiod serve with --socket"
  /// What to do when no daemon runs. A socket that the user named is that of a daemon with other folders.
  private static let startHint = "start it with 'radiod serve', or as a service with 'systemctl --user start radiod'"

  func validate() throws {
    if socket != nil, remote.url != nil {
      throw ValidationError("--socket and --url name two daemons: take one of them")
    }
    if socket != nil, remote.tokenFile != nil { throw ValidationError("--token-file goes with --url, not --socket") }
  }

  private func address() throws -> DaemonAddress {
    if let socket { return try DaemonAddress(path: socket, hint: Self.hint) }
    return try remote.address()
      ?? DaemonAddress(folders: CommandContext.folders, hint: Self.hint, startHint: Self.startHint)
  }

  /// Runs `body` with a client of the daemon.
  func withClient(_ body: (RadioClient) async throws -> Void) async throws {
    try await Self.withClient(of: try address(), body)
  }

  /// Runs `body` with a client of the daemon at `address`.
  static func withClient(of address: DaemonAddress, _ body: (RadioClient) async throws -> Void) async throws {
    let client = RadioClient(address: address, group: MultiThreadedEventLoopGroup(numberOfThreads: 1))
    do {
      try await body(client)
    } catch {
      await client.close()
      throw error
    }
    await client.close()
  }

  /// Makes the daemon carry out `command`, and writes its status. Throws when the daemon gave the source up.
  func perform(_ command: Command) async throws {
    try await perform(waitingUntilPlaying: nil) { client in try await client.perform(command) }
  }

  /// Makes the daemon carry out `request`, and writes its status: at once, or with a limit when the source plays. Throws
  /// when the daemon gave the source up.
  func perform(
    waitingUntilPlaying limit: Duration?, _ request: (RadioClient) async throws -> RadioStatus
  ) async throws {
    try await withClient { client in
      var status = try await request(client)
      if let limit { status = try await client.waitUntilPlaying(status, limit: limit) }
      try Self.writeUnlessFailed(status)
    }
  }

  /// Writes `status` as the outcome of a command, with its message. Throws when the daemon gave the source up.
  static func writeUnlessFailed(_ status: RadioStatus) throws {
    if status.state == .failed, let reason = status.reason { throw DaemonError.failed(reason: reason) }
    try write(status)
    if let line = status.message.flatMap({ StatusNews.line(notice: $0) }) { try StandardOutput.writeLine(line) }
  }

  /// Writes the two lines of `status`.
  static func write(_ status: RadioStatus) throws {
    for line in StatusFormatter.lines(status) { try StandardOutput.writeLine(line) }
  }
}
