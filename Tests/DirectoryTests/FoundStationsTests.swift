import Directory
import TestSupport
import Testing

@Suite("The stations that were found lately")
struct FoundStationsTests {
  private static func stations(_ numbers: Range<Int>, name: String = "X") -> [DirectoryStation] {
    let entries = numbers.map {
      #"{"stationuuid":"\#(DirectoryServer.Entry.id($0))","name":"\#(name)","url":"http://h/\#($0)"}"#
    }
    return DirectoryAnswer.stations(in: Array("[\(entries.joined(separator: ","))]".utf8), limit: 500) ?? []
  }

  @Test("the latest 500 stations are known by their ids, each as it was found last")
  func latest() {
    let found = FoundStations()
    #expect(found.station(DirectoryServer.Entry.id(1)) == nil)
    found.store(Self.stations(0..<400))
    found.store(Self.stations(0..<10, name: "Y"))
    found.store([])
    found.store(Self.stations(400..<600))
    func name(_ number: Int) -> String? { found.station(DirectoryServer.Entry.id(number).uppercased())?.name }
    let known = (0..<600).filter { name($0) != nil }
    #expect(known.count == FoundStations.maximumStations)
    #expect(known.suffix(200) == Array(400..<600)[...] && known.prefix(10) == Array(0..<10)[...])
    #expect(name(5) == "Y" && name(599) == "X")
  }
}
