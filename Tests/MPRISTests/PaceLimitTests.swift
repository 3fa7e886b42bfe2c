import MPRIS
import Testing

@Suite("The pace at the bus")
struct PaceLimitTests {
  @Test("so many in a slice, and the next ones in the next")
  func slices() {
    var pace = PaceLimit(count: 2, slice: 100)
    #expect([1000, 1001, 1099].map { pace.take(at: $0) } == [true, true, false])
    #expect(pace.wait(at: 1050) == 1100)
    #expect(pace.wait(at: 1100) == nil)
    #expect([1100, 1100, 1100].map { pace.take(at: $0) } == [true, true, false])
  }
}
