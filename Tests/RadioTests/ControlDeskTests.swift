import Radio
import Stations
import Testing

@Suite("Next and previous")
struct ControlDeskTests {
  private static let stations = ["a", "b", "c"].map { Station(id: $0, name: $0, url: "http://\($0)/") }

  @Test("walk the list in a ring")
  func ring() {
    var desk = ControlDesk(stations: Self.stations)
    _ = desk.tune(to: .station(Self.stations[2]))
    #expect(desk.neighbour(by: 1)?.id == "a")
    #expect(desk.neighbour(by: -1)?.id == "b")
  }

  @Test("begin at the list's ends when something else is playing")
  func outside() {
    var desk = ControlDesk(stations: Self.stations)
    _ = desk.tune(to: .url("http://x/"))
    #expect(desk.neighbour(by: 1)?.id == "a")
    #expect(desk.neighbour(by: -1)?.id == "c")
  }

  @Test("have nowhere to go in an empty list")
  func empty() { #expect(ControlDesk(stations: []).neighbour(by: 1) == nil) }

  @Test("leave the first source, whose end is the program's end; rejoining it does not")
  func first() {
    var desk = ControlDesk(stations: Self.stations)
    _ = desk.tune(to: .station(Self.stations[0]))
    _ = desk.tune(to: .station(Self.stations[0]))
    #expect(desk.isOnFirstSource)
    _ = desk.tune(to: .station(Self.stations[1]))
    #expect(!desk.isOnFirstSource)
  }
}
