import ArgumentParser
import Broadcast
import Bytes
import Logging
import NIOPosix
import SystemSupport

/// `radiod broadcast`: a small station of the user's own.
struct BroadcastCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "broadcast",
    abstract: "Send MP3 or AAC files as an internet radio station.",
    discussion: """
      Sends the files at playback speed, one after the other, in a loop, to all listeners. Titles come from the files' \
      ID3 tags. Only this machine can listen, unless --host names another address.
      """)

  @Argument(help: ArgumentHelp("MP3 or AAC (ADTS) files.", valueName: "file"), completion: .file())
  var files: [String]

  @Option(help: ArgumentHelp("Port to listen on; 0 chooses a free one.", valueName: "port"))
  var port = 8000

  @Option(help: ArgumentHelp("Address to listen on; 0.0.0.0 accepts listeners from the network.", valueName: "address"))
  var host = BroadcastOptions().host

  @Option(
    help: ArgumentHelp(
      "Bytes of sound between titles, for listeners that ask for titles; 0 sends none.", valueName: "bytes"))
  var metaint = BroadcastOptions().metadataInterval

  @Option(help: ArgumentHelp("The station's name.", valueName: "text"))
  var name = BroadcastOptions().name

  @Option(help: ArgumentHelp("One title for all files, instead of their own.", valueName: "text"))
  var title: String?

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    try (0...65535).check("--port", port)
    try (0...(16 << 20)).check("--metaint", metaint)
  }

  func run() async throws {
    var options = BroadcastOptions()
    options.host = host
    options.port = port
    options.metadataInterval = metaint
    options.name = CleanText.singleLine(name)
    let broadcaster = Broadcaster(
      recordings: files.map { .file($0, title: title.map { CleanText.singleLine($0) }) }, options: options,
      group: MultiThreadedEventLoopGroup(numberOfThreads: 1))
    let port = try await broadcaster.start()
    Log.logger(level: global.level).notice("on the air at http://\(host.contains(":") ? "[\(host)]" : host):\(port)/")
    let stopRequest = OneShotEvent()
    SignalWatch.onSignal { stopRequest.set() }
    async let _ = { if await stopRequest.wait() { await broadcaster.stop() } }()
    try await broadcaster.waitUntilOver()
  }
}
