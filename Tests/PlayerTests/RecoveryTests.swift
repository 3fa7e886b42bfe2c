import Player
import Testing

@Suite struct RecoveryTests {
  @Test("five recoveries in two seconds are allowed, a sixth is not")
  func storm() {
    let start = ContinuousClock.now
    var limiter = RecoveryLimiter()
    let allowed = (0..<8).map { limiter.allows(at: start.advanced(by: .milliseconds(10 * $0))) }
    #expect(allowed == [true, true, true, true, true, false, false, false])
  }

  @Test("recoveries that are 0.4 s apart are always allowed, and those 0.399 s apart are not")
  func rare() {
    let start = ContinuousClock.now
    var limiter = RecoveryLimiter()
    #expect((0..<100).allSatisfy { limiter.allows(at: start.advanced(by: .milliseconds(400 * $0))) })
    #expect((0..<10).allSatisfy { limiter.allows(at: start.advanced(by: .milliseconds(39_600 + 399 * $0))) } == false)
  }

  @Test("a lost device is retried after 1, 2, 5 and then every 10 s, until the limit of 30 s or forever")
  func schedule() {
    let start = ContinuousClock.now
    #expect(pauses(of: ReopenSchedule(from: start, timeout: .seconds(30)), from: start) == [1, 2, 5, 10, 10])
    #expect(pauses(of: ReopenSchedule(from: start), from: start) == [1, 2, 5] + [Int](repeating: 10, count: 97))
  }

  @Test("the time of retries that hang counts towards the limit")
  func slowTries() {
    let start = ContinuousClock.now
    let schedule = ReopenSchedule(from: start, timeout: .seconds(30))
    #expect(pauses(of: schedule, from: start, tryTakes: .seconds(5)) == [1, 2, 5])
    #expect(!schedule.isOver(at: start.advanced(by: .seconds(30))))
    #expect(schedule.isOver(at: start.advanced(by: .seconds(31))))
  }

  /// The pauses in seconds until the schedule gives up, at most 100 of them. Every retry takes `tryTakes`.
  private func pauses(
    of schedule: ReopenSchedule, from start: ContinuousClock.Instant, tryTakes: Duration = .zero
  ) -> [Int] {
    var schedule = schedule
    var now = start
    var pauses: [Int] = []
    while pauses.count < 100, let pause = schedule.pause(at: now) {
      pauses.append(Int(pause.components.seconds))
      now = now.advanced(by: pause + tryTakes)
    }
    return pauses
  }
}
