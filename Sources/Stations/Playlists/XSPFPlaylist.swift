import AudioCore

/// Reads XSPF: the `<location>` and `<title>` of each `<track>`.
enum XSPFPlaylist {
  /// The prefix of `rel` in our `<meta>` elements; the name of a station's field follows.
  static let metaPrefix = "urn:springradio:"

  /// Returns the tracks that have an address, in their order; the further addresses of a track are its alternates. A
  /// title applies to its whole track, wherever it is in the track.
  static func entries(of text: String) -> [ImportedEntry] {
    var scanner = MarkupScanner(text)
    var entries: [ImportedEntry] = []
    var track: ImportedEntry?
    var content: String?
    var rel: String?
    func endTrack() {
      if let track, !track.address.isEmpty { entries.append(track) }
      track = nil
    }
    while let token = scanner.next() {
      switch token {
      case .open("track", _):
        endTrack()
        track = ImportedEntry(address: "")
      case .open("location", _), .open("title", _), .open("info", _), .open("image", _): content = ""
      case .open("meta", let attributes):
        content = ""
        rel = attributes["rel"]
      case .open: break
      case .text(let text): content?.append(text)
      case .close("track"): endTrack()
      case .close("title"): track?.name = remove(&content)
      case .close(let name) where ["location", "info", "image", "meta"].contains(name):
        guard let text = (remove(&content)?[...].trimmed).map(String.init), !text.isEmpty else { break }
        switch name {
        case "location": if track?.address == "" { track?.address = text } else { track?.alternates.append(text) }
        case "info": track?.homepage = text
        case "image": track?.image = text
        default: if let rel { set(text, rel: rel, of: &track) }
        }
      case .close: break
      }
    }
    endTrack()
    return entries
  }

  /// Sets the field of the `<meta>` element with this `rel`.
  private static func set(_ content: String, rel: String, of track: inout ImportedEntry?) {
    guard rel.hasPrefix(metaPrefix) else { return }
    switch rel.dropFirst(metaPrefix.count) {
    case "id": track?.id = content
    case "tag": track?.tags.append(content)
    case "country": track?.country = content
    case "language": track?.language = content
    case "encoding": track?.encoding = content
    case "favourite": track?.favourite = content == "true"
    case "directoryId": track?.directoryID = content
    default: break
    }
  }

  private static func remove(_ content: inout String?) -> String? {
    defer { content = nil }
    return content
  }
}
