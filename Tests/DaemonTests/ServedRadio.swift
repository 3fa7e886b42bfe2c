import Daemon
import Downloader
import Foundation
import JSON
import Logging
import NIOPosix
import Radio
import RadioModel
import Stations
import Synchronization
import SystemSupport
import TestSupport
import Testing

/// The folders and files in which a test runs one daemon after the other.
final class DaemonHome: Sendable {
  let scratch: Scratch
  let folders: Folders
  let log = LogLines()
  let store = LogStore(started: 0)
  /// The number of times that the built-in station was started.
  let demoStarts = DemoStarts()

  /// Creates the folders, with a station list and settings.
  init(
    stations: String = DaemonHome.stations("one", "two", "three"), config: String = #"{"output":"silent"}"#,
    isSystem: Bool = false
  ) throws {
    scratch = try Scratch()
    var folders = Folders(
      environment: [
        "XDG_RUNTIME_DIR": scratch.path, "XDG_STATE_HOME": scratch.path("state"),
        "XDG_CONFIG_HOME": scratch.path("config"),
      ], userID: geteuid())
    folders.isSystem = isSystem
    self.folders = folders
    try FileManager.default.createDirectory(atPath: folders.config, withIntermediateDirectories: true)
    try write(stations, to: folders.stationSeed ?? folders.stations)
    try write(config, to: folders.settings)
  }

  /// Writes or replaces a file.
  func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  /// Writes a state file in which the station at `url` plays, in the form that every version writes.
  func remember(_ url: String) throws {
    try FileManager.default.createDirectory(atPath: folders.state, withIntermediateDirectories: true)
    try write(
      """
      {"version":1,"event":1,"volume":20,"muted":false,"playing":true,"source":{"id":"mine","name":"Mine","url":"\(url)"}}
      """, to: folders.stateFile)
  }

  /// The saved state.
  var state: JSONValue? {
    FileManager.default.contents(atPath: folders.stateFile).flatMap { try? JSONReader.read(Array($0)) }
  }

  /// A list of stations at addresses without a server.
  static func stations(_ ids: String...) -> String {
    let entries = ids.map { #"{"id":"\#($0)","name":"\#($0.uppercased()) FM","url":"http://127.0.0.1:1/\#($0)"}"# }
    return #"{"version":1,"stations":[\#(entries.joined(separator: ","))]}"#
  }

  func reader(flags: [Setting: String] = [:], environment: [String: String] = [:]) -> SettingsReader {
    SettingsReader(flags: flags, environment: environment, path: folders.settings)
  }

  /// Runs a daemon until `body` returns, and stops it. `extraFrontends` start before the test's own frontend.
  ///
  /// `folders` are those of a second daemon, where they are others.
  @discardableResult
  func live<Result: Sendable>(
    flags: [Setting: String] = [:], extraFrontends: [any Frontend] = [], folders: Folders? = nil,
    _ body: @Sendable (Life) async throws -> Result
  ) async throws -> Result {
    let folders = folders ?? self.folders
    let reader = reader(flags: flags)
    let threshold = LogThreshold(.notice)
    let group = MultiThreadedEventLoopGroup.singleton
    let frontend = TestFrontend()
    let logger = Logger(label: "test") { [log] _ in LineCollector(lines: log, threshold: threshold) }
    let daemon = RadioDaemon(
      settings: try reader.read(), rereadSettings: reader.read, folders: folders, shippedStations: Array("{}".utf8),
      dependencies: RadioDaemon.Dependencies(
        opener: StreamOpener(downloader: Downloader(eventLoops: group, environment: [:])), group: group,
        demo: { [demoStarts] in
          demoStarts.withLock { $0 += 1 }
          return Station(id: Station.demoID, name: "Demo", url: "http://127.0.0.1:1/demo")
        }, logger: logger,
        threshold: threshold, log: store),
      frontends: { context in
        frontend.context.withLock { $0 = context }
        return extraFrontends + [frontend]
      })
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        defer { frontend.finish() }
        try await daemon.run()
      }
      guard let tuner = await frontend.tuner() else {
        try await group.waitForAll()
        throw CancellationError()
      }
      let result = try await body(Life(daemon: daemon, tuner: tuner, frontend: frontend, threshold: threshold))
      daemon.stop()
      try await group.waitForAll()
      return result
    }
  }

  /// A running daemon.
  struct Life: Sendable {
    let daemon: RadioDaemon
    let tuner: Tuner
    let frontend: TestFrontend
    let threshold: LogThreshold
  }
}

/// A frontend that gives the test access to the radio.
final class TestFrontend: Frontend {
  let name = "test"
  let context = Mutex<FrontendContext?>(nil)
  let isOpen = Mutex(false)
  private let opened = AsyncStream.makeStream(of: Void.self)

  func start() async throws {
    isOpen.withLock { $0 = true }
    opened.continuation.yield()
  }

  func stop() async { isOpen.withLock { $0 = false } }

  func finish() { opened.continuation.finish() }

  /// The radio of the daemon, once the frontend has started; nil when it never starts.
  func tuner() async -> Tuner? {
    for await _ in opened.stream { return context.withLock { $0?.radio.tuner } }
    return nil
  }
}

/// A counter for several tasks.
final class DemoStarts: Sendable {
  private let count = Mutex(0)
  func withLock(_ body: (inout Int) -> Void) { count.withLock { body(&$0) } }
  var number: Int { count.withLock { $0 } }
}

/// The logged lines.
final class LogLines: Sendable {
  private let state = Mutex<[String]>([])
  var all: [String] { state.withLock { $0 } }
  func add(_ line: String) { state.withLock { $0.append(line) } }
  func contains(_ words: String) -> Bool { all.contains { $0.contains(words) } }
}

/// Collects the lines of a logger.
struct LineCollector: LogHandler {
  let lines: LogLines
  var threshold = LogThreshold(.notice)
  var metadata: Logger.Metadata = [:]
  var logLevel: Logger.Level {
    get { threshold.level }
    set { threshold.level = newValue }
  }
  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }
  func log(event: LogEvent) { lines.add("\(event.level): \(event.message)") }
}

/// Waits until `condition` holds, without blocking a thread; false when it does not hold within 10 s.
func eventually(_ condition: @Sendable () -> Bool) async -> Bool {
  let deadline = ContinuousClock.now + TestTime.seconds(10)
  while !condition() {
    guard ContinuousClock.now < deadline else { return false }
    try? await Task.sleep(for: .milliseconds(5))
  }
  return true
}
