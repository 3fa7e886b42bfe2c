import AudioCore
import Foundation
import Player
import Synchronization
import TestSupport
import Testing

/// An output that hangs where a test wants it to, and what the test knows of it.
private final class Bench: Sendable {
  /// The calls that may hang.
  enum Call: CaseIterable {
    case open, awaitSpace, write, takeBack, delay, drain, drop, close
  }

  struct State {
    /// Where the output hangs.
    var hangsIn: Call?
    /// How it fails there instead.
    var fault: String?
    /// All calls, in their order.
    var calls: [Call] = []
    /// The threads that made them.
    var threads: Set<UInt> = []
    /// True once the output could be freed.
    var isFreed = false
  }

  let interruption = OutputInterruption()
  /// Requested to let the hanging call return.
  let release = OutputInterruption()
  private let state = Mutex(State())

  var now: State { state.withLock { $0 } }

  func set(_ change: @Sendable (inout State) -> Void) { state.withLock { change(&$0) } }

  func output() -> ThreadedOutput {
    ThreadedOutput(name: "slow", interruption: interruption) { [self] in SlowOutput(self) }
  }

  fileprivate func note(_ call: Call) -> String? {
    let now = state.withLock { state in
      state.calls.append(call)
      state.threads.insert(UInt(pthread_self()))
      return state
    }
    guard now.hangsIn == call else { return nil }
    if let fault = now.fault { return fault }
    _ = release.wait(for: .seconds(20))
    return nil
  }

  private final class SlowOutput: AudioOutput {
    let name = "slow"
    let takesBack = true
    let writeUnit: Duration = .milliseconds(125)
    private(set) var recoveries = 0
    private let bench: Bench
    var interruption: OutputInterruption { bench.interruption }

    init(_ bench: Bench) { self.bench = bench }

    deinit { bench.set { $0.isFreed = true } }

    private func call(_ call: Call) throws(TuneError) {
      if let fault = bench.note(call) { throw .output(device: name, reason: fault) }
    }

    func open(_ format: AudioFormat) throws(TuneError) { try call(.open) }
    func awaitSpace(forFrames frames: Int) throws -> Bool {
      try call(.awaitSpace)
      return frames < 100
    }
    func write(_ block: PCMBlock) throws {
      try call(.write)
      recoveries += 1
    }
    func takeBack() throws -> Int {
      try call(.takeBack)
      return 7
    }
    var delayFrames: Int {
      _ = bench.note(.delay)
      return 11
    }
    func drain() { _ = bench.note(.drain) }
    func drop() { _ = bench.note(.drop) }
    func close() { _ = bench.note(.close) }
  }
}

@Suite("A device on a thread of its own", .timeLimit(.minutes(1))) struct ThreadedOutputTests {
  private let bench = Bench()
  private let block = PCMBlock(format: stereo44, samples: [0.5, 0.5])

  @Test("has all its calls made by one thread, in their order, and answers with what they return")
  func calls() throws {
    let output = bench.output()
    try output.open(stereo44)
    #expect(output.takesBack && output.writeUnit == .milliseconds(125))
    #expect(try output.awaitSpace(forFrames: 99) && !output.awaitSpace(forFrames: 100))
    try output.write(block)
    #expect(output.delayFrames == 11 && output.recoveries == 1)
    #expect(try output.takeBack() == 7)
    output.drain()
    output.drop()
    output.close()
    let now = bench.now
    let expected: [Bench.Call] = [.open, .awaitSpace, .awaitSpace, .write, .takeBack, .drain, .drop, .close]
    #expect(now.threads.count == 1 && !now.threads.contains(UInt(pthread_self())))
    #expect(now.calls.filter { $0 != .delay } == expected)
    #expect(ProcessRunner.eventually { bench.now.isFreed })
    try output.open(stereo44)
    #expect(bench.now.threads.count <= 2, "it can be opened again")
    output.close()
  }

  @Test("is opened while other things are done, and is not waited for longer than wanted")
  func opening() throws {
    bench.set { $0.hangsIn = .open }
    let output = bench.output()
    output.beginOpening(stereo44)
    #expect(output.awaitOpening(within: .zero) == nil)
    #expect(output.awaitOpening(within: .milliseconds(20)) == nil)
    bench.release.request()
    try #require(output.awaitOpening(within: .seconds(20))).get()
    try output.write(block)
    output.close()
  }

  @Test("says why it does not open")
  func refusal() {
    bench.set { ($0.hangsIn, $0.fault) = (.open, "no luck") }
    let output = bench.output()
    #expect(throws: TuneError.output(device: "slow", reason: "no luck")) { try output.open(stereo44) }
    #expect(ProcessRunner.eventually { bench.now.isFreed })
  }

  @Test("that still opens is left when it is closed, without a wait, and closed when it is open at last")
  func abandoned() {
    bench.set { $0.hangsIn = .open }
    let output = bench.output()
    output.beginOpening(stereo44)
    #expect(ProcessRunner.eventually { bench.now.calls == [.open] })
    let start = ContinuousClock.now
    output.close()
    #expect(start.duration(to: .now) < .seconds(0.5))
    bench.release.request()
    #expect(ProcessRunner.eventually { bench.now.isFreed })
    #expect(bench.now.calls.last == .close)
  }

  @Test("is not waited for any more while it opens when playing is stopped")
  func interrupted() {
    bench.set { $0.hangsIn = .open }
    let output = bench.output()
    bench.interruption.request()
    let start = ContinuousClock.now
    #expect(throws: TuneError.output(device: "slow", reason: "it was stopped while it opened")) {
      try output.open(stereo44)
    }
    #expect(start.duration(to: .now) < .seconds(1))
    bench.release.request()
  }

  @Test(
    "that hangs is left, in whatever call: a stop takes no more than a second and a half, and it is closed when it can be",
    arguments: [Bench.Call.awaitSpace, .write, .takeBack, .delay, .drain, .drop, .close])
  private func hanging(in call: Bench.Call) throws {
    let output = bench.output()
    try output.open(stereo44)
    try output.write(block)
    bench.set { $0.hangsIn = call }
    let interruption = bench.interruption
    Thread {
      usleep(100_000)
      interruption.request()
    }.start()
    let start = ContinuousClock.now
    do {
      _ = try output.awaitSpace(forFrames: 1)
      try output.write(block)
      _ = try output.takeBack()
      _ = output.delayFrames
      output.drain()
    } catch {
      #expect(error as? TuneError == .output(device: "slow", reason: "it does not answer"))
    }
    output.drop()
    output.close()
    #expect(start.duration(to: .now) < .seconds(1.9))
    #expect(!bench.now.isFreed)
    bench.release.request()
    #expect(ProcessRunner.eventually { bench.now.isFreed })
    #expect(bench.now.calls.last == .close)
  }

  @Test("that fails says so, and can be closed")
  func failing() throws {
    let output = bench.output()
    try output.open(stereo44)
    bench.set { ($0.hangsIn, $0.fault) = (.write, "it was pulled out") }
    #expect(throws: TuneError.output(device: "slow", reason: "it was pulled out")) { try output.write(block) }
    output.close()
    #expect(bench.now.isFreed || ProcessRunner.eventually { bench.now.isFreed })
  }

  @Test("a thread that is not to be had is noticed, and nothing runs")
  func noThread() {
    #expect(!PlainThread.start(stackBytes: 1 << 50) { Issue.record("it ran") })
  }
}
