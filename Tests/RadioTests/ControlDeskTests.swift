import Radio
import Stations
import Testing

@Suite("What the tuner remembers")
struct ControlDeskTests {
  private static let stations = ["a", "b", "c"].map { Station(id: $0, name: $0, url: "http://\($0)/") }

  @Test("another source leaves the first, whose end is the program's end; rejoining it does not")
  func first() {
    var desk = ControlDesk()
    _ = desk.tune(to: .station(Self.stations[0]))
    _ = desk.tune(to: .station(Self.stations[0]))
    #expect(desk.isOnFirstSource)
    _ = desk.tune(to: .station(Self.stations[1]))
    #expect(!desk.isOnFirstSource)
  }
}
