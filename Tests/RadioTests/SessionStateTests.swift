import Radio
import RadioModel
import Stations
import Testing

@Suite("The session state")
struct SessionStateTests {
  private static let stations = ["a", "b", "c"].map { Station(id: $0, name: $0, url: "http://\($0)/") }

  @Test("the first source, whose end ends the program, stays the first when it is tuned in again, until another is")
  func first() {
    var session = SessionState()
    _ = session.tune(to: .station(Self.stations[0]))
    _ = session.tune(to: .station(Self.stations[0]))
    #expect(session.isOnFirstSource)
    _ = session.tune(to: .station(Self.stations[1]))
    #expect(!session.isOnFirstSource)
  }
}
