import Stations

/// Writes playlists in their plainest form.
enum PlaylistWriter {
  static func write(_ entries: [Playlist.Entry], as kind: Playlist.Kind) -> [UInt8] {
    var text: String
    switch kind {
    case .pls:
      text = "[playlist]\nNumberOfEntries=\(entries.count)\n"
      for (number, entry) in entries.enumerated() {
        text += "File\(number + 1)=\(entry.url)\n"
        if let title = entry.title { text += "Title\(number + 1)=\(title)\n" }
      }
    case .m3u, .hls:
      text = "#EXTM3U\n"
      for entry in entries {
        if let title = entry.title { text += "#EXTINF:-1,\(title)\n" }
        text += entry.url + "\n"
      }
    case .xspf:
      text = "<?xml version=\"1.0\"?><playlist version=\"1\" xmlns=\"http://xspf.org/ns/0/\"><trackList>\n"
      for entry in entries {
        text += "<track><location>\(escaped(entry.url))</location>"
        if let title = entry.title { text += "<title>\(escaped(title))</title>" }
        text += "</track>\n"
      }
      text += "</trackList></playlist>"
    case .asx:
      text = "<asx version=\"3.0\">\n"
      for entry in entries {
        text += "<entry><ref href=\"\(escaped(entry.url))\" />"
        if let title = entry.title { text += "<title>\(escaped(title))</title>" }
        text += "</entry>\n"
      }
      text += "</asx>"
    }
    return Array(text.utf8)
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case "\"": escaped += "&#34;"
      case "'": escaped += "&#x27;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
