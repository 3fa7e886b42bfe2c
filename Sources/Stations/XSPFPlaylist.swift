/// Reads XSPF: the `<location>` and `<title>` of each `<track>`.
enum XSPFPlaylist {
  /// The entries, in their order; a track with several locations gives several.
  static func entries(of text: String) -> [Playlist.Entry] {
    var scanner = MarkupScanner(text)
    var entries: [Playlist.Entry] = []
    var trackStart: Int?
    var title: String?
    var content: String?
    /// A title belongs to all of its track, wherever in it it stands.
    func endTrack() {
      if let trackStart, let title {
        for index in trackStart..<entries.count { entries[index].title = title }
      }
      trackStart = nil
      title = nil
    }
    while let token = scanner.next() {
      switch token {
      case .open("track", _):
        endTrack()
        trackStart = entries.count
      case .open("location", _), .open("title", _): content = ""
      case .open: break
      case .text(let text): content?.append(text)
      case .close("location"):
        if trackStart != nil, let url = content?[...].trimmed, !url.isEmpty {
          entries.append(Playlist.Entry(url: String(url)))
        }
        content = nil
      case .close("title"):
        if trackStart != nil { title = content }
        content = nil
      case .close("track"): endTrack()
      case .close: break
      }
    }
    endTrack()
    return entries
  }
}
