import AudioCore
import Foundation
import Player
import Synchronization
import TestSupport
import Testing

/// What a test knows of the outputs that were made.
private final class Bench: Sendable {
  /// Raised to let `open` return.
  let mayOpen = OutputInterruption()
  let opened = Atomic<Int>(0)
  let closed = Atomic<Int>(0)

  /// An output whose `open` hangs until it may return.
  final class SlowOutput: AudioOutput {
    let name = "slow"
    let interruption = OutputInterruption()
    let delayFrames = 0
    private let bench: Bench
    private let fails: Bool

    init(_ bench: Bench, fails: Bool) {
      self.bench = bench
      self.fails = fails
    }

    func open(_ format: AudioFormat) throws(TuneError) {
      _ = bench.mayOpen.wait(for: .seconds(20))
      if fails { throw .output(device: name, reason: "no luck") }
      bench.opened.wrappingAdd(1, ordering: .releasing)
    }

    func write(_ block: PCMBlock) {}
    func drain() {}
    func drop() {}
    func close() { bench.closed.wrappingAdd(1, ordering: .releasing) }
  }

  func trial(fails: Bool = false) -> OutputTrial {
    OutputTrial(format: stereo44) { [self] in SlowOutput(self, fails: fails) }
  }
}

@Suite("A try to open a device") struct OutputTrialTests {
  private let bench = Bench()
  private let interruption = OutputInterruption()

  @Test("is not waited for longer than wanted, and gives the open output once", .timeLimit(.minutes(1)))
  func opens() throws {
    let trial = bench.trial()
    #expect(!trial.wait(within: .milliseconds(20), orUntil: interruption))
    #expect(trial.take() == nil)
    bench.mayOpen.request()
    #expect(trial.wait(within: .seconds(20), orUntil: interruption))
    #expect(try trial.take()?.get().name == "slow")
    #expect(trial.take() == nil)
    trial.abandon()
    #expect(bench.closed.load(ordering: .acquiring) == 0, "it is whose who took it")
  }

  @Test("tells why it failed", .timeLimit(.minutes(1)))
  func fails() {
    let trial = bench.trial(fails: true)
    bench.mayOpen.request()
    #expect(trial.wait(within: .seconds(20), orUntil: interruption))
    #expect(throws: TuneError.output(device: "slow", reason: "no luck")) { try trial.take()?.get() }
  }

  @Test("that is given up is closed when it ends, however late; giving up never waits", .timeLimit(.minutes(1)))
  func abandonedEarly() {
    let trial = bench.trial()
    trial.abandon()
    #expect(bench.opened.load(ordering: .acquiring) == 0)
    bench.mayOpen.request()
    #expect(ProcessRunner.eventually { bench.closed.load(ordering: .acquiring) == 1 })
    #expect(trial.take() == nil)
  }

  @Test("that has ended before it is given up is closed", .timeLimit(.minutes(1)))
  func abandonedLate() {
    let trial = bench.trial()
    bench.mayOpen.request()
    #expect(trial.wait(within: .seconds(20), orUntil: interruption))
    trial.abandon()
    #expect(ProcessRunner.eventually { bench.closed.load(ordering: .acquiring) == 1 })
  }

  @Test("is not waited for any more when playing is stopped", .timeLimit(.minutes(1)))
  func interrupted() {
    let trial = bench.trial()
    interruption.request()
    #expect(!trial.wait(within: .seconds(50), orUntil: interruption))
    bench.mayOpen.request()
  }

  @Test("a thread that is not to be had is told, and nothing runs")
  func noThread() {
    #expect(!PlainThread.start(stackBytes: 1 << 50) { Issue.record("it ran") })
  }
}
