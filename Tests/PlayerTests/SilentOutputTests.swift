import AudioCore
import Player
import TestSupport
import Testing

/// A clock that stands still until a caller waits for it.
private final class ManualClock: PacingClock {
  var now = ContinuousClock.now
  var waits = 0
  /// How much too late the next wait ends. Later waits end in time again.
  var lateness = Duration.zero

  func wait(until instant: ContinuousClock.Instant, or interruption: OutputInterruption) {
    waits += 1
    now = max(now, instant).advanced(by: lateness)
    lateness = .zero
  }
}

@Suite struct SilentOutputTests {
  private let clock = ManualClock()
  /// 100 ms.
  private let block = steady(0, frames: 4410)

  @Test("the buffer takes 300 ms at once, then each write takes as long as its sound")
  func pace() throws {
    let start = clock.now
    let output = SilentOutput(clock: clock)
    try output.open(stereo44)
    for _ in 0..<3 { try output.write(block) }
    #expect(clock.waits == 0)
    for _ in 0..<50 { try output.write(block) }
    #expect(clock.now == start.advanced(by: .seconds(5)))
    #expect(clock.waits == 50)
  }

  @Test("the delay is the duration of the written sound minus the time that has passed")
  func delay() throws {
    let output = SilentOutput(clock: clock)
    try output.open(stereo44)
    #expect(output.delayFrames == 0)
    try output.write(block)
    try output.write(block)
    #expect(output.delayFrames == 8820)
    clock.now = clock.now.advanced(by: .milliseconds(50))
    #expect(output.delayFrames == 8820 - 2205)
    clock.now = clock.now.advanced(by: .milliseconds(500))
    #expect(output.delayFrames == 0)
  }

  @Test("after an underrun the next block begins at once, and the output does not catch up")
  func pause() throws {
    let output = SilentOutput(clock: clock)
    try output.open(stereo44)
    try output.write(block)
    clock.now = clock.now.advanced(by: .seconds(60))
    let resumed = clock.now
    for _ in 0..<13 { try output.write(block) }
    #expect(clock.now == resumed.advanced(by: .seconds(1)))
  }

  @Test("drain waits for the end of the sound, and drop does not")
  func drainAndDrop() throws {
    let start = clock.now
    let output = SilentOutput(clock: clock)
    try output.open(stereo44)
    try output.write(block)
    output.drain()
    #expect(clock.now == start.advanced(by: .milliseconds(100)))
    try output.write(block)
    output.drop()
    #expect(output.delayFrames == 0)
    #expect(clock.now == start.advanced(by: .milliseconds(100)))
  }

  @Test("a change of format first plays the queued sound, and then the new sound at its own pace")
  func formatChange() throws {
    let start = clock.now
    let output = SilentOutput(clock: clock)
    try output.open(stereo44)
    try output.write(block)
    try output.open(mono48)
    #expect(clock.now == start.advanced(by: .milliseconds(100)))
    try output.write(steady(0, frames: 48000, format: mono48))
    #expect(clock.now == start.advanced(by: .milliseconds(800)))
  }

  @Test("each wait that ends 20 s late counts as a suspend, and a pause of 20 s in writing does not")
  func suspended() throws {
    let output = SilentOutput(clock: clock)
    try output.open(stereo44)
    try output.write(steady(0, frames: 14000))
    clock.now = clock.now.advanced(by: .seconds(20))
    try output.write(block)
    #expect(output.suspended == .zero, "a pause in writing is not a wait")
    for _ in 0..<2 {
      for _ in 0..<2 { try output.write(block) }
      let before = output.suspended
      clock.lateness = .seconds(20)
      try output.write(block)
      try output.write(block)
      #expect(output.suspended > before + .seconds(19))
    }
  }

  @Test("after an interruption no call waits")
  func interruption() throws {
    let start = clock.now
    let output = SilentOutput(clock: clock)
    try output.open(stereo44)
    output.interruption.request()
    for _ in 0..<20 { try output.write(block) }
    output.drain()
    #expect(clock.now == start)
  }

  @Test("with the system's clock, writes take real time", .timeLimit(.minutes(1 * TestTime.waitScale)))
  func systemClock() throws {
    let output = SilentOutput()
    try output.open(stereo44)
    let start = ContinuousClock.now
    for _ in 0..<5 { try output.write(block) }
    let took = start.duration(to: .now)
    #expect(took >= .milliseconds(200))
  }
}
