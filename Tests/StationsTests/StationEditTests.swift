import AudioCore
import Glibc
import Stations
import SystemSupport
import TestSupport
import Testing

@Suite("Changing a station list")
struct StationEditTests {
  @Test(
    "an id made from a name consists of lower-case ASCII words",
    arguments: [
      ("SomaFM Groove Salad", "somafm-groove-salad"), ("  Drum'n'Bass!! ", "drum-n-bass"),
      ("Česká Ž & Øl", "ceska-z-ol"),
      ("Маяк 103.5", "mayak-103-5"), ("Щука", "shchuka"), ("Ράδιο Ψ", "radio-ps"), ("日本", "station"), ("", "station"),
      ("日本 FM", "fm"), ("demo", "demo"), ("straße", "strasse"),
      (String(repeating: "abcdefg ", count: 20), "abcdefg-abcdefg-abcdefg-abcdefg-abcdefg-abcdefg-abcdefg"),
      (String(repeating: "x", count: 200), String(repeating: "x", count: 56)),
    ])
  func ids(_ name: String, _ id: String) { #expect(Station.id(forName: name) == id) }

  @Test("each new station gets its own id, and a station with a known address or directory id is left out")
  func add() {
    var list = StationList(stations: [Station(id: "fip", name: "FIP", url: "http://h/fip")])
    let uuid = "960e57c5-0601-11e8-ae97-52543be04c81"
    let new = [
      Station(id: "", name: "FIP", url: "http://h/2"), Station(id: "fip", name: "Fip!", url: "http://h/3"),
      Station(id: "own", name: "Own", url: "http://h/4", directoryID: uuid),
      Station(id: "X Y", name: "Demo", url: "http://h/5"),
      Station(id: "", name: "Again", url: "HTTP://H:80/fip#now"), Station(id: "", name: "Twice", url: "http://h/2"),
      Station(id: "", name: "Moved", url: "http://h/6", directoryID: uuid),
    ]
    let ids = list.add(new).map { addition in
      switch addition {
      case .added(let station): station.id
      case .duplicate(_, let known): "= " + known.id
      case .full: "full"
      }
    }
    #expect(ids == ["fip-2", "fip-3", "own", "demo-2", "= fip", "= fip-2", "= own"])
    #expect(list.stations.map(\.id) == ["fip", "fip-2", "fip-3", "own", "demo-2"])
    for station in list.stations { #expect(Station.idFault(station.id) == nil) }
  }

  @Test("adding 5001 stations of one name takes less than 1 s of processor time, and the last one is refused")
  func namesakes() {
    var list = StationList()
    let start = clock()
    let additions = list.add(
      (0...StationList.maximumStations).map { Station(id: "", name: "S", url: "http://h/\($0)") })
    #expect(Double(clock() - start) / 1e6 < 1, "seconds of processor time")
    #expect(list.stations.last?.id == "s-5000")
    if case .full = additions.last {} else { Issue.record("\(String(describing: additions.last))") }
  }

  @Test("an update writes a change, creates a missing file, and does not touch the file without a change")
  func update() throws {
    let scratch = try Scratch()
    let path = scratch.path("new/stations.json")
    let first = Station(id: "a", name: "A", url: "http://h/")
    #expect(throws: TuneError.cannotRead(path: path, reason: "there is no such file")) {
      try StationList.update(path: path, beginning: nil) { _, _ in }
    }
    try StationList.update(path: path, beginning: StationList(stations: [first])) { (list, isThere) in
      #expect(!isThere && list.stations == [first])
    }
    #expect(access(path, F_OK) != 0)
    try StationList.update(path: path, beginning: StationList(stations: [first])) { (list, _) in
      list.stations.append(Station(id: "b", name: "B", url: "http://h/b"))
    }
    try StationList.update(path: path, beginning: nil) { (list, isThere) in
      #expect(isThere)
      list.stations.removeFirst()
    }
    #expect(try StationList.load(path: path).stations.map(\.id) == ["b"])
    var before = stat()
    var after = stat()
    stat(path, &before)
    try StationList.update(path: path, beginning: nil) { _, _ in }
    stat(path, &after)
    #expect(before.st_ino == after.st_ino)
  }

  @Test("an update overwrites no broken list and writes no list that could not be read again")
  func updateFaults() throws {
    let scratch = try Scratch()
    let broken = try scratch.write("{ broken", as: "stations.json")
    #expect(throws: TuneError.self) {
      try StationList.update(path: broken, beginning: StationList()) { (list, _) in list.stations = [] }
    }
    #expect(scratch.read("stations.json") == Array("{ broken".utf8))
    let good = scratch.path("good.json")
    let error = #expect(throws: TuneError.self) {
      try StationList.update(path: good, beginning: StationList()) { (list, _) in
        list.stations = [Station(id: "a", name: "A\n", url: "http://h/")]
      }
    }
    guard case .system(.cannotWrite)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(access(good, F_OK) != 0)
  }
}
