import Foundation
import Glibc
import Player
import TestSupport
import Testing

@Suite struct OutputInterruptionTests {
  @Test("a request ends a wait before its time", .timeLimit(.minutes(1 * TestTime.waitScale)))
  func wakes() {
    let interruption = OutputInterruption()
    Thread {
      usleep(20_000)
      interruption.request()
    }.start()
    #expect(interruption.wait(for: .seconds(3600)))
  }

  @Test("without a request, a wait takes its full time")
  func waits() {
    let start = ContinuousClock.now
    #expect(!OutputInterruption().wait(for: .milliseconds(30)))
    #expect(start.duration(to: .now) >= .milliseconds(30))
  }

  @Test("one reset clears many requests")
  func reset() {
    let interruption = OutputInterruption()
    for _ in 0..<100_000 { interruption.request() }
    #expect(interruption.isRequested)
    interruption.reset()
    #expect(!interruption.isRequested)
    #expect(!interruption.wait(for: .milliseconds(1)))
  }
}
