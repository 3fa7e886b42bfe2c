/// Reads XSPF: the `<location>` and `<title>` of each `<track>`.
enum XSPFPlaylist {
  /// The entries, in their order; a track with several locations gives several.
  static func entries(of text: String) -> [Playlist.Entry] {
    var scanner = MarkupScanner(text)
    var entries: [Playlist.Entry] = []
    var trackStart: Int?
    var title: String?
    var content: String?
    while let token = scanner.next() {
      switch token {
      case .open("track", _):
        trackStart = entries.count
        title = nil
      case .open("location", _), .open("title", _): content = ""
      case .open: break
      case .text(let text): content?.append(text)
      case .close("location"):
        if trackStart != nil, let url = content?[...].trimmed, !url.isEmpty {
          entries.append(Playlist.Entry(url: String(url), title: title))
        }
        content = nil
      case .close("title"):
        if let trackStart {
          title = content
          for index in trackStart..<entries.count { entries[index].title = title }
        }
        content = nil
      case .close("track"): trackStart = nil
      case .close: break
      }
    }
    return entries
  }
}
