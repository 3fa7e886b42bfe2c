import Foundation
import Glibc
import Synchronization
import TestSupport

/// A run of the program that is watched all the time: what it said when, and what it used.
///
///     let radio = try FaultWatch("play", server.url, "--output", "silent")
///     radio.waits(for: "playing", within: 5)
///     … the fault …
///     radio.waits(for: "sent no sound", within: 14)
final class FaultWatch: Sendable {
  /// A line of standard error, and when it was there.
  struct Line: Sendable {
    /// Since the start.
    var seconds: Double
    var text: String
  }

  /// What it used at a moment.
  struct Use: Sendable {
    /// Since the start.
    var seconds: Double
    var cpuSeconds: Double
    var residentKilobytes: Int
  }

  private struct Record {
    var lines: [Line] = []
    var uses: [Use] = []
    /// Seconds at its end; nil while it runs.
    var end: Double?
  }

  let process: ProcessRunner
  /// The doors of one that serves, and what was told at them.
  let frontends: OpenFrontends?
  private let start = ContinuousClock.now
  private let record = Mutex(Record())

  private static let tickMicroseconds: useconds_t = 20_000
  private static let ticksPerUse = 10

  /// Starts the program, in `network` if there is one, and watches it to its end.
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
      while self?.look(atUse: tick % Self.ticksPerUse == 0) == true {
        tick += 1
        usleep(Self.tickMicroseconds)
      }
    }
  }

  /// The same with the arguments one by one.
  convenience init(
    _ arguments: String..., in network: NetworkNamespace? = nil, environment: [String: String] = [:]
  ) throws {
    try self.init(arguments, in: network, environment: environment)
  }

  /// `radiod serve`, playing `url`, with all its doors open and somebody at them: ``FaultScenario/expectModesty(of:line:)`` looks at what
  /// was told there, too.
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

  /// What it said so far.
  var lines: [Line] { record.withLock { $0.lines } }

  /// What it said so far, each line with its time.
  var text: String { lines.map { "\(($0.seconds * 100).rounded() / 100) s: \($0.text)\n" }.joined() }

  /// When it ended, in seconds since the start; nil while it runs.
  var end: Double? { record.withLock { $0.end } }

  /// Waits for a line with these words that comes after `earliest` (seconds since the start): when it came, or nil when it did
  /// not come within `limit` seconds from now.
  @discardableResult func waits(for words: String, after earliest: Double = 0, within limit: Double) -> Double? {
    var found: Double?
    _ = ProcessRunner.eventually(within: .seconds(limit)) {
      found = lines.first { $0.seconds >= earliest && $0.text.contains(words) }?.seconds
      return found != nil || end != nil
    }
    return found ?? lines.first { $0.seconds >= earliest && $0.text.contains(words) }?.seconds
  }

  /// Waits for its end: when it came, or nil when it did not come within `limit` seconds from now.
  @discardableResult func waitsForEnd(within limit: Double) -> Double? {
    _ = ProcessRunner.eventually(within: .seconds(limit)) { end != nil }
    return end
  }

  /// Has it stand still for so many seconds, as in a machine that sleeps, while nobody asks at its doors. What `look` sees at the end of
  /// that, and when it was.
  func sleeps<Seen>(for seconds: Int, _ look: () -> Seen) -> (Seen, woken: Double) {
    frontends?.rest()
    process.signal(SIGSTOP)
    usleep(useconds_t(seconds * 1_000_000))  // the sleep
    let seen = look()
    let woken = self.seconds
    process.signal(SIGCONT)
    frontends?.goOn()
    return (seen, woken)
  }

  /// How often it said these words after `earliest`.
  func count(of words: String, after earliest: Double = 0) -> Int {
    lines.count { $0.seconds >= earliest && $0.text.contains(words) }
  }

  /// The most memory it had, in KiB.
  var peakKilobytes: Int { record.withLock { $0.uses.map(\.residentKilobytes).max() ?? 0 } }

  /// The share of a core it used between two moments; starting up is left out when nothing else is said.
  func cpuShare(from begin: Double = 1.5, to end: Double = .infinity) -> Double {
    let uses = record.withLock { $0.uses }.filter { $0.seconds >= begin && $0.seconds <= end }
    guard let first = uses.first, let last = uses.last, last.seconds - first.seconds > 0.5 else { return 0 }
    return (last.cpuSeconds - first.cpuSeconds) / (last.seconds - first.seconds)
  }

  /// What one of its kind that plays a healthy station needs at most, in KiB.
  var healthyKilobytes: Int { frontends == nil ? Self.idleKilobytes : Self.idleServiceKilobytes }

  /// What `radiod play` needs at most with a healthy station, in KiB.
  static let idleKilobytes = peak { try FaultWatch("play", $0, "--no-view", "--output", "silent") }

  /// What `radiod serve` needs at most with a healthy station and its doors open, in KiB.
  static let idleServiceKilobytes = peak { try start($0, frontends: OpenFrontends()) }

  /// Has that measured while the first story is told.
  private static let isMeasured: Void = Thread.detachNewThread { _ = idleServiceKilobytes }

  private static func peak(_ play: (String) throws -> FaultWatch) -> Int {
    let audio = try? SignalSource.shared.bytes(.init(.music, seconds: 3), as: .mp3(kilobits: 128))
    let server = try? ScriptedServer { $0.station(body: audio ?? []) }
    guard let server, let radio = try? play(server.url) else { return 0 }
    radio.waits(for: "out of sound", within: 8)
    radio.process.terminate()
    return radio.peakKilobytes
  }

  /// Looks once; false when it has ended.
  private func look(atUse: Bool) -> Bool {
    let isOver = process.exitCode != nil
    let now = seconds
    let use = atUse && !isOver ? ProcessUse(pid: process.pid) : nil
    let whole = process.errorText.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    record.withLock { record in
      record.lines += whole.dropFirst(record.lines.count).map { Line(seconds: now, text: String($0)) }
      if let use, use.residentKilobytes > 0 {
        record.uses.append(
          Use(seconds: now, cpuSeconds: use.cpuSeconds, residentKilobytes: use.residentKilobytes))
      }
      if isOver { record.end = now }
    }
    return !isOver
  }
}
