import AudioCore
import Directory
import JSON
import Stations

extension FuzzTarget {
  /// A directory's answer: its stations can be kept, written and read again, and they fit into a station list. A kept
  /// file is read as it was written.
  static let directory = FuzzTarget("directory") { input in
    let limit = input.choice([1, 2, 20, 500])
    let bytes = input.payload
    checkFile(bytes)
    guard let stations = DirectoryAnswer.stations(in: bytes, limit: limit) else { return }
    claim(stations.count <= limit, "\(limit) stations at most, not \(stations.count)")
    claim(Set(stations.map(\.id)).count == stations.count, "a station is there once")
    for station in stations { check(station) }
    let written = JSONWriter.line(stations.map(\.json).json)
    let again = DirectoryAnswer.stations(in: written, limit: limit)
    claim(again == stations, "an answer is read as it was written: \(stations) and \(String(describing: again))")
    let finding = DirectoryFinding(key: "/?", host: "h", time: 1, stations: stations)
    claim(DirectoryFinding(finding.encoded) == finding, "what was found is kept as it was")
    let entries = stations.map { $0.station(id: "s" + $0.id) }
    let list = try? StationList.parse(StationList(stations: entries).encoded(), path: "it")
    claim(list?.stations == entries, "stations of a directory go into a list: \(entries)")
  }

  private static func check(_ station: DirectoryStation) {
    claim(Station.directoryID(station.id) == station.id, "an id is a UUID in lower case: \(station.id)")
    for text in [station.name, station.language, station.codec].compactMap(\.self) + station.tags {
      claim(!text.isEmpty && text.utf8.count <= 1024, "a short text: \(text.debugDescription)")
      if let fault = TextFault.inLine(text, limit: 200) {
        fail("broken promise: a clean text, but \(fault): \(text.debugDescription)")
      }
    }
    for url in [station.url, station.resolvedURL, station.homepage, station.image].compactMap(\.self) {
      claim(StreamURL.fault(url) == nil, "an address of use: \(url)")
      if let fault = TextFault.control(url) { fail("broken promise: a clean address, but \(fault)") }
    }
    claim(station.country.map { $0.utf8.count == 2 } ?? true, "two letters: \(station.country ?? "")")
    claim(station.tags.count <= 32 && station.votes >= 0 && station.clicks >= 0, "numbers that make sense")
  }

  /// Checks the same bytes as a file of kept stations.
  private static func checkFile(_ bytes: [UInt8]) {
    guard let finding = DirectoryFinding(bytes) else { return }
    claim(finding.time >= 0, "a time since 1970: \(finding.time)")
    for station in finding.stations { check(station) }
    claim(DirectoryFinding(finding.encoded) == finding, "a file is read as it was written")
  }
}
