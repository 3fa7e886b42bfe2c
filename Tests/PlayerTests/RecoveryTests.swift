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

  @Test("recoveries that are far apart are allowed for ever")
  func rare() {
    let start = ContinuousClock.now
    var limiter = RecoveryLimiter()
    #expect((0..<100).allSatisfy { limiter.allows(at: start.advanced(by: .milliseconds(400 * $0))) })
    #expect((0..<10).allSatisfy { limiter.allows(at: start.advanced(by: .milliseconds(39_600 + 399 * $0))) } == false)
  }

  @Test("a lost device is tried again after 1, 2, 5, 10 and 10 s, then given up")
  func schedule() {
    var schedule = ReopenSchedule()
    var pauses: [Duration] = []
    while let pause = schedule.next() { pauses.append(pause) }
    #expect(pauses == [.seconds(1), .seconds(2), .seconds(5), .seconds(10), .seconds(10)])
    schedule.reset()
    #expect(schedule.next() == .seconds(1))
  }
}
