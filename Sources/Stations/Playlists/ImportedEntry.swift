import AudioCore
import Bytes

/// A station as another program's list describes it, before any check.
package struct ImportedEntry: Sendable, Hashable {
  /// Its name in the list.
  package var name: String?
  /// Its address in the list: any text, or an address relative to the list's.
  package var address: String
  /// Its id in the list; nil in most lists.
  package var id: String?
  /// Address of its homepage.
  package var homepage: String?
  /// Address of its logo.
  package var image: String?
  /// Genres, or the groups that contain it, the outermost first.
  package var tags: [String] = []
  /// Its country.
  package var country: String?
  /// The spoken language.
  package var language: String?
  /// Charset of its titles.
  package var encoding: String?
  /// Its further addresses.
  package var alternates: [String] = []
  /// True when it is marked as a favourite.
  package var favourite = false
  /// Its id in the directory of radio-browser.info.
  package var directoryID: String?
  /// Why the source list says that it is not a station, phrased to follow its name; nil when it does not.
  package var objection: String?

  /// Returns the entry as a station that a list can have, or the reason why it cannot. Addresses are relative to
  /// `base`. The id is empty unless the list has a valid one. Other invalid members are left out.
  func station(base: String) -> Result<Station, StationImport.Leftover> {
    let title = name.flatMap { Station.cleanText($0) }
    func leftOut(_ reason: String) -> Result<Station, StationImport.Leftover> {
      .failure(StationImport.Leftover(name: title ?? CleanText.singleLine(address, limit: 80), reason: reason))
    }
    if let objection { return leftOut(objection) }
    guard let url = StreamURL.resolve(address, base: base) else {
      return leftOut("its address " + (StreamURL.fault(address) ?? "is not an http or https address"))
    }
    var station = Station(id: id ?? "", name: title ?? Self.shown(url), url: url)
    if Station.idFault(station.id) != nil { station.id = "" }
    station.homepage = homepage.flatMap(Self.webAddress)
    station.image = image.flatMap(Self.webAddress)
    for tag in tags.lazy.compactMap({ Station.cleanText($0) }) where !station.tags.contains(tag) {
      guard station.tags.count < Station.maximumListLength else { break }
      station.tags.append(tag)
    }
    station.country = country.flatMap { Station.cleanText($0) }
    station.language = language.flatMap { Station.cleanText($0) }
    station.encoding = encoding.flatMap { Station.cleanText($0) }
    station.alternates = Array(
      alternates.lazy.compactMap { StreamURL.resolve($0, base: base) }.filter { $0 != url }
        .prefix(Station.maximumListLength))
    station.favourite = favourite
    station.directoryID = directoryID.flatMap(Station.directoryID)
    if let fault = station.fault { return leftOut("its \(fault)") }
    return .success(station)
  }

  private static func webAddress(_ text: String) -> String? {
    let address = String(text[...].trimmed)
    return StreamURL.fault(address) == nil ? address : nil
  }

  /// Returns the name to show for a station without a name: its address without scheme, credentials, query and
  /// fragment. Only host and port are left of an address that ends in `/` or `/;`.
  private static func shown(_ url: String) -> String {
    let place = AddressParts(url).map { String($0.hostAndPort) + String($0.path) } ?? url
    let shown = CleanText.singleLine(place, limit: 80)
    return shown.hasSuffix("/") || shown.hasSuffix("/;") ? String(shown.prefix { $0 != "/" }) : shown
  }
}
