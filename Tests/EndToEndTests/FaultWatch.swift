import Foundation
import Glibc
import Synchronization
import TestSupport

/// A run of radiod that is watched all the time: what it logged and when, and what it used.
///
///     let radio = try FaultWatch("play", server.url, "--output", "silent")
///     radio.waits(for: "playing", within: 5)
///     … the fault …
///     radio.waits(for: "sent no sound", within: 14)
final class FaultWatch: Sendable {
  /// A line of standard error, and when it was there.
  struct Line: Sendable {
    /// Seconds since the start.
    var seconds: Double
    /// The last moment at which it was not there yet, in seconds since the start.
    var before: Double
    var text: String
  }

  /// The resources that it used at a moment.
  struct Use: Sendable {
    /// Seconds since the start.
    var seconds: Double
    var cpuSeconds: Double
    /// Memory of its own, as in `ProcessUse`.
    var ownKilobytes: Int
  }

  private struct Record {
    var lines: [Line] = []
    var uses: [Use] = []
    /// The last look at what it logged, in seconds since the start.
    var lastLook = 0.0
    /// When it ended, in seconds since the start; nil while it runs.
    var end: Double?
  }

  let process: ProcessRunner
  /// The open frontends of a program that serves, with their answers.
  let frontends: OpenFrontends?
  private let start = ContinuousClock.now
  private let record = Mutex(Record())

  private static let tickMicroseconds: useconds_t = 20_000
  private static let ticksPerUse = 10

  /// Starts the program, in `network` if that is given, and watches it to its end.
  convenience init(
    _ arguments: [String], in network: NetworkNamespace? = nil, environment: [String: String] = [:]
  ) throws {
    try self.init(arguments, frontends: nil, network: network, environment: environment)
  }

  private init(
    _ arguments: [String], frontends: OpenFrontends?, network: NetworkNamespace?, environment: [String: String]
  ) throws {
    let (program, words) = network?.command(Radiod.path, arguments) ?? (Radiod.path, arguments)
    let more = environment.merging(frontends?.environment ?? [:]) { $1 }
    process = try ProcessRunner(
      program, words, environment: Radiod.environment.merging(more) { $1 }, output: "/dev/null")
    self.frontends = frontends
    frontends?.ask(process)
    Thread.detachNewThread { [weak self] in
      var tick = 0
      while self?.check(atUse: tick % Self.ticksPerUse == 0) == true {
        tick += 1
        usleep(Self.tickMicroseconds)
      }
    }
  }

  /// The same with separate arguments.
  convenience init(
    _ arguments: String..., in network: NetworkNamespace? = nil, environment: [String: String] = [:]
  ) throws {
    try self.init(arguments, in: network, environment: environment)
  }

  /// `radiod serve` that plays `url`, with all its frontends open and a client that asks them for the status.
  /// ``FaultScenario/expectModesty(of:line:)`` checks the answers, too.
  static func serving(
    _ url: String, output: String = "silent", reconnects: Bool = true, in network: NetworkNamespace? = nil,
    environment: [String: String] = [:]
  ) throws -> FaultWatch {
    _ = isMeasured
    return try start(
      url, output: output, frontends: OpenFrontends(reconnects: reconnects), in: network, environment: environment)
  }

  private static func start(
    _ url: String, output: String = "silent", frontends: OpenFrontends, in network: NetworkNamespace? = nil,
    environment: [String: String] = [:]
  ) throws -> FaultWatch {
    try FaultWatch(
      ["serve", "--station", url, "--output", output] + frontends.arguments, frontends: frontends, network: network,
      environment: environment)
  }

  deinit { frontends?.close() }

  /// Seconds since the start.
  var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }

  /// The lines that it logged so far.
  var lines: [Line] { record.withLock { $0.lines } }

  /// All lines that were logged by this moment are known, in seconds since the start.
  var lastLook: Double { record.withLock { $0.lastLook } }

  /// The lines that it logged so far as text, each with its time.
  var text: String { lines.map { "\(($0.seconds * 100).rounded() / 100) s: \($0.text)\n" }.joined() }

  /// When it ended, in seconds since the start; nil while it runs.
  var end: Double? { record.withLock { $0.end } }

  /// Waits for a line with these words that comes after `earliest` (seconds since the start). Returns when it came, or
  /// nil when it did not come within `limit` seconds from now.
  @discardableResult func waits(for words: String, after earliest: Double = 0, within limit: Double) -> Double? {
    var found: Double?
    _ = ProcessRunner.eventually(within: .seconds(limit)) {
      found = lines.first { $0.seconds >= earliest && $0.text.contains(words) }?.seconds
      return found != nil || end != nil
    }
    return found ?? lines.first { $0.seconds >= earliest && $0.text.contains(words) }?.seconds
  }

  /// Lets `limit` seconds pass, or the time until its end. Returns when that came, or nil when it has not come.
  @discardableResult func waitsForEnd(within limit: Double) -> Double? {
    ProcessRunner.never(within: .seconds(limit) * TestTime.scale) { end != nil }
    return end
  }

  /// Suspends the process for this many seconds, like a machine that sleeps, while no client asks the frontends.
  /// Returns what `check` sees at the end of that, and the time at which the process continued.
  func sleeps<Seen>(for seconds: Int, _ look: () -> Seen) -> (Seen, woken: Double) {
    frontends?.rest()
    process.signal(SIGSTOP)
    usleep(useconds_t(seconds * 1_000_000))  // the duration of the suspension
    let seen = look()
    let woken = self.seconds
    process.signal(SIGCONT)
    frontends?.goOn()
    return (seen, woken)
  }

  /// How often it logged these words after `earliest`.
  func count(of words: String, after earliest: Double = 0) -> Int {
    lines.count { $0.seconds >= earliest && $0.text.contains(words) }
  }

  /// The most memory of its own that it used, in KiB.
  var peakOwnKilobytes: Int { record.withLock { $0.uses.map(\.ownKilobytes).max() ?? 0 } }

  /// The share of a core that it used between two moments; the default leaves out the start-up.
  func cpuShare(from begin: Double = 1.5, to end: Double = .infinity) -> Double {
    let uses = record.withLock { $0.uses }.filter { $0.seconds >= begin && $0.seconds <= end }
    guard let first = uses.first, let last = uses.last, last.seconds - first.seconds > 0.5 else { return 0 }
    return (last.cpuSeconds - first.cpuSeconds) / (last.seconds - first.seconds)
  }

  /// The most memory of its own that the same command needs with a healthy station, in KiB.
  var healthyKilobytes: Int { frontends == nil ? Self.idleKilobytes : Self.idleServiceKilobytes }

  /// The most memory of its own that `radiod play` needs with a healthy station, in KiB.
  static let idleKilobytes = peak { try FaultWatch("play", $0, "--no-view", "--output", "silent") }

  /// The most memory of its own that `radiod serve` needs with a healthy station and its frontends open, in KiB.
  static let idleServiceKilobytes = peak { try start($0, frontends: OpenFrontends()) }

  /// Starts that measurement while the first scenario runs.
  private static let isMeasured: Void = Thread.detachNewThread { _ = idleServiceKilobytes }

  private static func peak(_ play: (String) throws -> FaultWatch) -> Int {
    let audio = try? SignalSource.shared.bytes(.init(.music, seconds: 3), as: .mp3(kilobits: 128))
    let server = try? ScriptedServer { $0.station(body: audio ?? []) }
    guard let server, let radio = try? play(server.url) else { return 0 }
    radio.waits(for: "out of sound", within: 8)
    radio.process.terminate()
    return radio.peakOwnKilobytes
  }

  /// Records new lines, and the use of resources if `atUse`; false when the process has ended.
  private func check(atUse: Bool) -> Bool {
    let isOver = process.exitCode != nil
    let now = seconds
    let use = atUse && !isOver ? ProcessUse(pid: process.pid) : nil
    let whole = process.errorText.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    record.withLock { record in
      let before = record.lastLook
      record.lines += whole.dropFirst(record.lines.count).map { Line(seconds: now, before: before, text: String($0)) }
      record.lastLook = now
      if let use, use.ownKilobytes > 0 {
        record.uses.append(
          Use(seconds: now, cpuSeconds: use.cpuSeconds, ownKilobytes: use.ownKilobytes))
      }
      if isOver { record.end = now }
    }
    return !isOver
  }
}
