import Foundation
import Synchronization
import TestSupport
import Testing

/// What happens when something fails, told on a thread of its own, so that many stories can wait at the same time for
/// limits of ten seconds and more. A suite starts its stories together; each test checks one.
final class FaultScenario: Sendable {
  private struct Record {
    var isStarted = false
    var isOver = false
    var failures: [String] = []
  }

  /// Stories that are being told.
  private static let running = Mutex<Int>(0)
  /// Has the test program wait for stories that nobody checks, so that their servers and networks end with them. Made once.
  private static let isWaitedFor: Void = {
    atexit { _ = ProcessRunner.eventually(within: FaultScenario.limit) { FaultScenario.running.withLock { $0 == 0 } } }
  }()

  private let record = Mutex(Record())
  private let play: @Sendable (FaultScenario) throws -> Void

  /// The longest that a story may be.
  private static let limit: Duration = .seconds(90)
  /// What a fault may cost in memory, beyond what a station without faults takes.
  private static let allowedKilobytes = 32 * 1024
  /// What it may cost in processor time: a fifth of a core.
  private static let allowedShare = 0.2

  /// A story that is told when it is started. What it throws is a failure of it.
  init(_ play: @escaping @Sendable (FaultScenario) throws -> Void) { self.play = play }

  /// Starts it, if it was not yet.
  func start() {
    let isFirst = record.withLock { record in
      defer { record.isStarted = true }
      return !record.isStarted
    }
    guard isFirst else { return }
    Self.isWaitedFor
    Self.running.withLock { $0 += 1 }
    Thread.detachNewThread { [self] in
      do {
        try play(self)
      } catch {
        record.withLock { $0.failures.append("\(error)") }
      }
      record.withLock { $0.isOver = true }
      Self.running.withLock { $0 -= 1 }
    }
  }

  /// Notes a failure unless `condition` holds.
  func expect(_ condition: Bool, _ words: @autoclosure () -> String, line: Int = #line) {
    guard !condition else { return }
    let failure = "line \(line): \(words())"
    record.withLock { $0.failures.append(failure) }
  }

  /// Something that must come within `range` seconds: `seconds` is when it came, nil if it did not.
  func expect(
    _ seconds: Double?, in range: ClosedRange<Double>, _ words: @autoclosure () -> String, line: Int = #line
  ) {
    expect(
      seconds.map(range.contains) == true,
      "\(seconds.map { "came after \($0) s" } ?? "never came"), not within \(range) s: \(words())", line: line)
  }

  /// Notes a failure when `radio` used more memory or processor time than a fault may cost, or when somebody at its doors had to wait
  /// or was told what was not so.
  func expectModesty(of radio: FaultWatch, line: Int = #line) {
    expectOpenFrontends(of: radio, line: line)
    let (peak, idle, share) = (radio.peakKilobytes, radio.healthyKilobytes, radio.cpuShare())
    expect(peak > 0 && peak < idle + Self.allowedKilobytes, "\(peak) KiB, a healthy station takes \(idle)", line: line)
    expect(share < Self.allowedShare, "\(share) of a core", line: line)
  }

  /// Notes a failure when somebody at the doors of `radio` waited for more than 200 ms, had no answer, or was told another state than
  /// the log 2 s after it was logged.
  func expectOpenFrontends(of radio: FaultWatch, line: Int = #line) {
    for fault in radio.frontendFaults() { expect(false, fault, line: line) }
  }

  /// Waits for its end, and reports its failures as those of the test that asks.
  func check(sourceLocation: SourceLocation = #_sourceLocation) {
    start()
    let isOver = ProcessRunner.eventually(within: Self.limit) { record.withLock { $0.isOver } }
    #expect(isOver, "the story has no end", sourceLocation: sourceLocation)
    for failure in record.withLock({ $0.failures }) { Issue.record("\(failure)", sourceLocation: sourceLocation) }
  }
}
