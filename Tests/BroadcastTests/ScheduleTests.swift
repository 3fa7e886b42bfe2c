import Broadcast
import Testing

@Suite("The schedule")
struct ScheduleTests {
  private static let frame = Duration.milliseconds(26)

  private static func framesDue(_ schedule: inout Schedule, at elapsed: Duration) -> Int {
    var count = 0
    while schedule.isDue(at: elapsed) {
      schedule.advance(by: frame)
      count += 1
    }
    return count
  }

  @Test("the schedule sends as much audio as time has passed, however irregularly it is asked")
  func pace() {
    var schedule = Schedule()
    var sent = 0
    for milliseconds in [0, 1, 90, 100, 450, 451, 2000, 5200, 9999, 10_000] {
      sent += Self.framesDue(&schedule, at: .milliseconds(milliseconds))
      #expect(sent == milliseconds / 26 + 1)
    }
  }

  @Test("the schedule skips the audio that a sleeping machine did not send")
  func sleep() {
    var schedule = Schedule()
    _ = Self.framesDue(&schedule, at: .seconds(1))
    #expect(Self.framesDue(&schedule, at: .seconds(3600)) == 1)
    #expect(Self.framesDue(&schedule, at: .seconds(3601)) == 38)
  }
}
