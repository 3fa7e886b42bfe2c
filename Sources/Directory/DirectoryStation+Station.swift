import Downloader
import Stations

extension DirectoryStation {
  /// False when an address of it says by itself that it is of this machine or a private network.
  var isPublic: Bool { [url, resolvedURL].compactMap(\.self).allSatisfy(StreamURL.isPublic) }

  /// The station as an entry of a station list by the name `id`. Where the directory was led to is an alternate: the address
  /// that somebody entered lives longer.
  public func station(id: String) -> Station {
    Station(
      id: id, name: name, url: url, homepage: homepage, image: image, tags: tags, country: country,
      language: languageCode, alternates: resolvedURL.map { [$0] } ?? [], directoryID: self.id)
  }
}
