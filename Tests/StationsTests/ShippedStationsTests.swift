import AudioCore
import Glibc
import Stations
import Testing

@Suite("The shipped stations.json")
struct ShippedStationsTests {
  private static let path = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } + "/stations.json"
  private let list: StationList

  init() throws { list = try StationList.load(path: Self.path) }

  @Test("the list has at least 60 stations, 20 countries and 30 tags")
  func variety() {
    #expect(list.stations.count >= 60)
    #expect(Set(list.stations.compactMap(\.country)).count >= 20)
    #expect(Set(list.stations.flatMap(\.tags)).count >= 30)
  }

  @Test("each station has tags, a country has two letters, and no name or address comes twice")
  func fields() {
    #expect(list.stations.filter(\.tags.isEmpty).map(\.id) == [])
    #expect(Set(list.stations.map(\.name)).count == list.stations.count)
    #expect(Set(list.stations.map(\.url)).count == list.stations.count)
    #expect(list.stations.filter { ($0.country ?? "XX").count != 2 }.map(\.id) == [])
  }

  @Test("the file equals the program's own encoding of the list")
  func canonical() throws {
    let file = try #require(fopen(Self.path, "r"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: StationList.maximumBytes)
    bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
    #expect(list.encoded() == bytes)
  }

  @Test(
    "the list contains the stations that the radio began with",
    arguments: [
      "Dance UK Radio", "Box UK Radio", "Sound Fusion Radio", "Country 105 FM", "Americas Country",
      "Venice Classic Radio Italia", "Austin Blues Radio", "PowerPlay Kawaii", "J-Pop Project Radio",
      "Radio Record Drum'n'Bass", "Radio Record Russian Hits", "Radio Record Russian Gold", "Radio Record EDM Hits",
      "Radio Record Future House", "DFM Pop Dance", "DFM Russian Dance", "Bat Yam 89.1 FM", "DnB My Radio",
    ])
  func ancestors(_ name: String) throws {
    #expect(try list.find(name).name == name)
  }
}
