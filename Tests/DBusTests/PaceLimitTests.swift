import DBus
import Testing

@Suite("The pace limit of the bus")
struct PaceLimitTests {
  @Test("a time slice accepts its count of events, and later events wait for the next slice")
  func slices() {
    var pace = PaceLimit(count: 2, slice: 100)
    #expect([1000, 1001, 1099].map { pace.admit(at: $0) } == [true, true, false])
    #expect(pace.wait(at: 1050) == 1100)
    #expect(pace.wait(at: 1100) == nil)
    #expect([1100, 1100, 1100].map { pace.admit(at: $0) } == [true, true, false])
  }
}
