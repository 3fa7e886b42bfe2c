import AudioCore
package import JSON
public import Stations

extension StationEdit: JSONConvertible {
  /// The maximum length of a station's name, in Unicode scalars.
  private static let maximumNameLength = 1024
  /// The maximum length of a tag, in Unicode scalars.
  private static let maximumTagLength = 256

  /// The members of a request to edit a station, which it has in all requests and answers. An id and an encoding cannot
  /// be edited by a request.
  package var json: JSONValue {
    .object([
      "name": name, "url": url, "homepage": homepage, "image": image, "tags": tags, "country": country,
      "language": language, "favourite": favourite,
    ])
  }

  /// The edit that gives an entry what `station` has.
  init(of station: Station) {
    self.init(name: station.name, url: station.url)
    (homepage, image, tags) = (station.homepage, station.image, station.tags)
    (country, language, favourite) = (station.country, station.language, station.favourite)
  }

  /// Takes these members. Throws ``RequestError``.
  package init(_ fields: inout RequestFields) throws(RequestError) {
    let name = try fields.removableText("name", limit: Self.maximumNameLength)
    guard name?.isEmpty != true else { throw RequestError("\"name\" is empty") }
    self.init(name: name, url: try fields.text("url", limit: StreamURL.maximumLength))
    homepage = try fields.removableText("homepage", limit: StreamURL.maximumLength)
    image = try fields.removableText("image", limit: StreamURL.maximumLength)
    country = try fields.removableText("country", limit: Station.maximumTextBytes)
    language = try fields.removableText("language", limit: Station.maximumTextBytes)
    tags = try fields.texts("tags", limit: Self.maximumTagLength)
    favourite = try fields.flag("favourite")
  }
}

extension Station {
  /// The station as the member `station` of a request to add it.
  package var requestJSON: JSONValue {
    StationEdit(of: self).json.adding(.object(["directoryId": directoryID, "alternates": alternates]))
  }
}
