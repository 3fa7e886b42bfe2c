import AudioCore
import Foundation
import Player
import Synchronization
import SystemSupport
import TestSupport
import Testing

/// An output that hangs in the call that a test chooses, and a record of its calls.
private final class Bench: Sendable {
  /// The calls that may hang.
  enum Call: CaseIterable {
    case open, awaitSpace, write, takeBack, delay, drain, drop, close
  }

  struct State {
    /// The call in which the output hangs or fails.
    var hangsIn: Call?
    /// The reason with which that call fails; nil when it hangs.
    var fault: String?
    /// All calls, in order.
    var calls: [Call] = []
    /// The threads that made them.
    var threads: Set<UInt> = []
    /// Called in each call.
    var onCall: (@Sendable () -> Void)?
    /// How long the output says that the program was suspended.
    var suspended: Duration = .zero
    /// True once the output was freed.
    var isFreed = false
  }

  let interruption = OutputInterruption()
  /// Requested to let the hanging call return.
  let release = OutputInterruption()
  private let state = Mutex(State())

  var now: State { state.withLock { $0 } }

  func set(_ change: @Sendable (inout State) -> Void) { state.withLock { change(&$0) } }

  func output(clock: any PacingClock = SystemPacingClock()) -> ThreadedOutput {
    ThreadedOutput(name: "slow", interruption: interruption, clock: clock) { [self] in SlowOutput(self) }
  }

  fileprivate func record(_ call: Call) -> String? {
    let now = state.withLock { state in
      state.calls.append(call)
      state.threads.insert(UInt(pthread_self()))
      return state
    }
    now.onCall?()
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
    var suspended: Duration { bench.now.suspended }
    var interruption: OutputInterruption { bench.interruption }

    init(_ bench: Bench) { self.bench = bench }

    deinit { bench.set { $0.isFreed = true } }

    private func call(_ call: Call) throws(TuneError) {
      if let fault = bench.record(call) { throw .output(device: name, reason: fault) }
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
      _ = bench.record(.delay)
      return 11
    }
    func drain() { _ = bench.record(.drain) }
    func drop() { _ = bench.record(.drop) }
    func close() { _ = bench.record(.close) }
  }
}

@Suite("A device on a separate thread", .timeLimit(.minutes(1 * TestTime.waitScale))) struct ThreadedOutputTests {
  private let bench = Bench()
  private let block = PCMBlock(format: stereo44, samples: [0.5, 0.5])

  @Test("one thread makes all calls of the device in order, and the output returns their results")
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

  @Test("opening does not block the caller, and the wait for it is no longer than the limit")
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

  @Test("an opening that fails reports why")
  func refusal() {
    bench.set { ($0.hangsIn, $0.fault) = (.open, "no luck") }
    let output = bench.output()
    #expect(throws: TuneError.output(device: "slow", reason: "no luck")) { try output.open(stereo44) }
    #expect(ProcessRunner.eventually { bench.now.isFreed })
  }

  @Test("close does not wait for a device that is still opening, which is closed once it is open")
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

  @Test("a stop ends the wait for a device that is still opening")
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
    "a device that hangs in any call is left: a stop takes less than 1.8 s, and the device is closed when it can be",
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

  @Test("a device that fails reports why, and can be closed")
  func failing() throws {
    let output = bench.output()
    try output.open(stereo44)
    bench.set { ($0.hangsIn, $0.fault) = (.write, "it was pulled out") }
    #expect(throws: TuneError.output(device: "slow", reason: "it was pulled out")) { try output.write(block) }
    output.close()
    #expect(bench.now.isFreed || ProcessRunner.eventually { bench.now.isFreed })
  }

  @Test("a suspension in any part of a call counts, once, whether or not the device has noticed it")
  func suspended() throws {
    let clock = TestClock()
    let output = bench.output(clock: clock)
    try output.open(stereo44)
    try output.write(block)
    #expect(output.suspended == .zero)
    bench.set { $0.onCall = { clock.skip(seconds: 7) } }
    _ = try output.awaitSpace(forFrames: 1)
    let unnoticed = output.suspended
    #expect(unnoticed > .seconds(6.5) && unnoticed < .seconds(10))
    bench.set { [bench] in
      $0.onCall = {
        clock.skip(seconds: 7)
        bench.set { $0.suspended += .seconds(7) }
      }
    }
    _ = try output.takeBack()
    let both = output.suspended
    #expect(both >= unnoticed + .seconds(7) && both < unnoticed + .seconds(10))
    bench.set { $0.onCall = nil }
    try output.write(block)
    #expect(output.suspended == both)
    output.close()
  }

  @Test("the start of a thread that the system cannot make fails, and nothing runs")
  func noThread() {
    #expect(!PlainThread.start(stackBytes: 1 << 50) { Issue.record("it ran") })
  }
}
