/// Reads XSPF: the `<location>` and `<title>` of each `<track>`.
enum XSPFPlaylist {
  /// The prefix of `rel` in our `<meta>` elements; the name of a station's field follows.
  static let metaPrefix = "urn:springradio:"

  /// One `<track>`.
  struct Track {
    /// Its addresses, in their order.
    var locations: [String] = []
    var title: String?
    /// Address of its homepage.
    var info: String?
    /// Address of its picture.
    var image: String?
    /// The contents of its `<meta>` elements, each with its `rel`.
    var meta: [(rel: String, content: String)] = []
  }

  /// Returns the entries in their order; a track with several locations gives several entries.
  static func entries(of text: String) -> [Playlist.Entry] {
    tracks(of: text).flatMap { track in track.locations.map { Playlist.Entry(url: $0, title: track.title) } }
  }

  /// Returns the tracks in their order. A title applies to its whole track, wherever it is in the track.
  static func tracks(of text: String) -> [Track] {
    var scanner = MarkupScanner(text)
    var tracks: [Track] = []
    var track: Track?
    var content: String?
    var rel: String?
    while let token = scanner.next() {
      switch token {
      case .open("track", _):
        if let track { tracks.append(track) }
        track = Track()
      case .open("location", _), .open("title", _), .open("info", _), .open("image", _): content = ""
      case .open("meta", let attributes):
        content = ""
        rel = attributes["rel"]
      case .open: break
      case .text(let text): content?.append(text)
      case .close("track"):
        if let track { tracks.append(track) }
        track = nil
      case .close("title"): track?.title = take(&content)
      case .close(let name) where ["location", "info", "image", "meta"].contains(name):
        guard let text = take(&content)?[...].trimmed, !text.isEmpty else { break }
        switch name {
        case "location": track?.locations.append(String(text))
        case "info": track?.info = String(text)
        case "image": track?.image = String(text)
        default: if let rel { track?.meta.append((rel, String(text))) }
        }
      case .close: break
      }
    }
    if let track { tracks.append(track) }
    return tracks
  }

  private static func take(_ content: inout String?) -> String? {
    defer { content = nil }
    return content
  }
}

extension XSPFPlaylist.Track {
  /// The track as a station; nil when it has no address.
  var imported: ImportedEntry? {
    guard let address = locations.first else { return nil }
    var entry = ImportedEntry(name: title, address: address)
    entry.alternates = Array(locations.dropFirst())
    entry.homepage = info
    entry.image = image
    for (rel, content) in meta where rel.hasPrefix(XSPFPlaylist.metaPrefix) {
      switch rel.dropFirst(XSPFPlaylist.metaPrefix.count) {
      case "id": entry.id = content
      case "tag": entry.tags.append(content)
      case "country": entry.country = content
      case "language": entry.language = content
      case "encoding": entry.encoding = content
      case "favourite": entry.favourite = content == "true"
      case "directoryId": entry.directoryID = content
      default: break
      }
    }
    return entry
  }
}
