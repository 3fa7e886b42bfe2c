import AudioCore
import Downloader
import Stations

extension DirectoryStation {
  /// False when the text of an address shows that it belongs to this machine or to a private network.
  var isPublic: Bool { [url, resolvedURL].compactMap(\.self).allSatisfy(StreamURL.isPublic) }

  /// Returns the station as an entry of a station list, with the id `id`. The address that the directory resolved
  /// becomes an alternate, because the address that a user entered stays valid longer.
  public func station(id: String) -> Station {
    Station(
      id: id, name: name, url: url, homepage: homepage, image: image, tags: tags, country: country,
      language: languageCode, alternates: resolvedURL.map { [$0] } ?? [], directoryID: self.id)
  }
}
