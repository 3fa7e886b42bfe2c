import Foundation
import Synchronization
import TestSupport
import Testing

/// A fault scenario that runs on its own thread, so that many scenarios can wait at the same time for limits of ten
/// seconds and more. A suite starts its scenarios together; each test checks one.
final class FaultScenario: Sendable {
  private struct Record {
    var isStarted = false
    var isOver = false
    var failures: [String] = []
  }

  /// The number of scenarios that are running.
  private static let running = Mutex<Int>(0)
  /// Makes the test program wait at exit for scenarios that no test checks, so that their servers and networks end with
  /// them. Initialised once.
  private static let isWaitedFor: Void = {
    atexit { _ = ProcessRunner.eventually(within: FaultScenario.limit) { FaultScenario.running.withLock { $0 == 0 } } }
  }()

  private let record = Mutex(Record())
  private let play: @Sendable (FaultScenario) throws -> Void

  /// The longest time that a scenario may take.
  private static let limit: Duration = .seconds(90)
  /// The memory that a fault may cost, beyond what a station without faults takes.
  private static let allowedKilobytes = 32 * 1024
  /// The processor time that a fault may cost: a fifth of a core.
  private static let allowedShare = 0.2

  /// A scenario that runs when it is started. An error that it throws is a failure.
  init(_ play: @escaping @Sendable (FaultScenario) throws -> Void) { self.play = play }

  /// Starts it, unless it was started before.
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

  /// Records a failure unless `condition` holds.
  func expect(_ condition: Bool, _ words: @autoclosure () -> String, line: Int = #line) {
    guard !condition else { return }
    let failure = "line \(line): \(words())"
    record.withLock { $0.failures.append(failure) }
  }

  /// Expects an event within `range` seconds: `seconds` is when it came, nil if it did not come.
  func expect(
    _ seconds: Double?, in range: ClosedRange<Double>, _ words: @autoclosure () -> String, line: Int = #line
  ) {
    expect(
      seconds.map(range.contains) == true,
      "\(seconds.map { "came after \($0) s" } ?? "never came"), not within \(range) s: \(words())", line: line)
  }

  /// Records a failure when `radio` used more memory or processor time than a fault may cost, or when a client of its
  /// frontends had to wait or got a wrong status.
  func expectModesty(of radio: FaultWatch, line: Int = #line) {
    expectOpenFrontends(of: radio, line: line)
    let (peak, idle, share) = (radio.peakOwnKilobytes, radio.healthyKilobytes, radio.cpuShare())
    expect(peak > 0 && peak < idle + Self.allowedKilobytes, "\(peak) KiB, a healthy station takes \(idle)", line: line)
    expect(share < Self.allowedShare, "\(share) of a core", line: line)
  }

  /// Records a failure when a client of the frontends of `radio` waited for more than 200 ms, got no answer, or got
  /// another state than the log 2 s after it was logged.
  func expectOpenFrontends(of radio: FaultWatch, line: Int = #line) {
    for fault in radio.frontendFaults() { expect(false, fault, line: line) }
  }

  /// Waits for its end, and reports its failures as those of the calling test.
  func check(sourceLocation: SourceLocation = #_sourceLocation) {
    start()
    let isOver = ProcessRunner.eventually(within: Self.limit) { record.withLock { $0.isOver } }
    #expect(isOver, "the scenario does not end", sourceLocation: sourceLocation)
    for failure in record.withLock({ $0.failures }) { Issue.record("\(failure)", sourceLocation: sourceLocation) }
  }
}
