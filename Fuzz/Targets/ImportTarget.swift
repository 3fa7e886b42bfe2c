import AudioCore
import Stations

extension FuzzTarget {
  /// OPML outlines.
  static let opml = list("opml") { $0.format == .opml }
  /// PyRadio's comma-separated values.
  static let csv = list("csv") { $0.format == .pyRadio }
  /// Any list of stations: radiotray-ng's bookmarks, playlists with attributes, and text that looks like several
  /// formats.
  static let imports = list("imports") { _ in true }

  /// A kind of list: its stations fit into a station list, each entry that is left out is named, and an export is read
  /// as it was written.
  private static func list(_ name: String, isOfInterest: @escaping @Sendable (StationImport) -> Bool) -> FuzzTarget {
    FuzzTarget(name) { input in
      let base = input.choice(["http://host/a/b?c", "https://u:p@host:81", "list.txt", ""])
      let bytes = input.payload
      let found: StationImport
      do throws(TuneError) {
        found = try StationImport.read(bytes, base: base)
      } catch {
        switch error {
        case .list(.badStationList(base, let reason)):
          if let fault = TextFault.control(reason) { fail("broken promise: a clean sentence, but \(fault): \(reason)") }
        default: fail("broken promise: a list is bad, but \(error)")
        }
        return
      }
      guard isOfInterest(found) else { return }
      check(found, bytes: bytes.count)
    }
  }

  private static func check(_ found: StationImport, bytes: Int) {
    claim(found.stations.count + found.leftOut.count + found.surplus <= bytes, "no more entries than bytes")
    for leftover in found.leftOut {
      if let fault = TextFault.control(leftover.name + leftover.reason) {
        fail("broken promise: a clean name and reason, but \(fault): \(leftover)")
      }
    }
    for station in found.stations where found.format != .stations {
      if let fault = TextFault.inLine(station.name) { fail("broken promise: a clean name, but \(fault)") }
      claim(station.id.isEmpty || Station.idFault(station.id) == nil, "a good id or none: \(station.id)")
    }
    var list = StationList()
    let additions = list.add(found.stations)
    claim(additions.count == found.stations.count, "something becomes of each")
    guard let again = try? StationList.parse(list.encoded(), path: "it") else {
      fail("broken promise: a list that can be read: \(String(decoding: list.encoded(), as: UTF8.self))")
    }
    claim(again == list, "a list is read as it was written")
    claim(
      Set(list.stations.map { StreamURL.identity($0.url) }).count == list.stations.count, "an address is there once"
    )
    checkExports(of: list)
  }

  private static func checkExports(of list: StationList) {
    guard !list.stations.isEmpty else { return }
    for format in StationExport.Format.allCases {
      let written = StationExport.write(list, as: format)
      guard let back = try? StationImport.read(written, base: "it") else {
        fail("broken promise: an export is read: \(String(decoding: written, as: UTF8.self))")
      }
      claim(back.leftOut.isEmpty, "all of an export is of use: \(back.leftOut)")
      claim(back.stations.map(\.url) == list.stations.map(\.url), "an export has the same addresses, as \(format)")
      claim(
        format == .pls || back.stations.map(\.id) == list.stations.map(\.id), "an export has the same ids, as \(format)"
      )
    }
  }
}
