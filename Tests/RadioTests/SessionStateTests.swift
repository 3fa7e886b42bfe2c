import Radio
import Stations
import Testing

@Suite("What the tuner remembers")
struct SessionStateTests {
  private static let stations = ["a", "b", "c"].map { Station(id: $0, name: $0, url: "http://\($0)/") }

  @Test("another source leaves the first, whose end is the program's end; rejoining it does not")
  func first() {
    var session = SessionState()
    _ = session.tune(to: .station(Self.stations[0]))
    _ = session.tune(to: .station(Self.stations[0]))
    #expect(session.isOnFirstSource)
    _ = session.tune(to: .station(Self.stations[1]))
    #expect(!session.isOnFirstSource)
  }
}
