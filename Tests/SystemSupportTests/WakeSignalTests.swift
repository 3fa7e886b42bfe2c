import SystemSupport
import TestSupport
import Testing

@Suite("Wake signal", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct WakeSignalTests {
  @Test("signals that come before one is taken are a single element, and the sequence ends after it")
  func coalescing() async {
    let wake = WakeSignal()
    let copy = wake
    for _ in 0..<3 { copy.signal() }
    wake.finish()
    copy.signal()
    var turns = 0
    for await _ in wake { turns += 1 }
    #expect(turns == 1)
  }

  @Test("a signal that comes during a turn causes one more, also for a later iterator")
  func signalDuringTurn() async {
    let wake = WakeSignal()
    wake.signal()
    for await _ in wake {
      wake.signal()
      wake.signal()
      break
    }
    wake.finish()
    var turns = 0
    for await _ in wake { turns += 1 }
    #expect(turns == 1)
  }

  @Test("a signal wakes a task that waits, and the task's cancellation ends the sequence")
  func waiting() async {
    let (wake, turns) = (WakeSignal(), WakeSignal())
    let task = Task {
      for await _ in wake { turns.signal() }
      turns.finish()
    }
    var waiting = turns.makeAsyncIterator()
    for _ in 0..<2 {
      wake.signal()
      #expect(await waiting.next() != nil)
    }
    task.cancel()
    #expect(await waiting.next() == nil)
  }
}
