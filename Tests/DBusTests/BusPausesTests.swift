import DBus
import Testing

@Suite("Pauses between connections to a bus")
struct BusPausesTests {
  @Test("the pauses double up to a minute, and begin again after a connection that lasted longer than that")
  func growth() {
    var pauses = BusPauses()
    let begin = (0..<9).map { _ in pauses.next(after: .milliseconds(3)) / .seconds(1) }
    #expect(begin == [1, 2, 4, 8, 16, 32, 60, 60, 60])
    #expect(pauses.next(after: .seconds(59)) == .seconds(60))
    #expect(pauses.next(after: .seconds(61)) == .seconds(1))
    #expect(pauses.next(after: .zero) == .seconds(2))
  }
}
