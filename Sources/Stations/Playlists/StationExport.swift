import AudioCore

/// Writes a list of stations for other programs.
public enum StationExport {
  /// The formats that can be written.
  public enum Format: String, Sendable, CaseIterable {
    /// M3U in UTF-8: names, addresses, and the usual attributes of such lists (id, tags, logo, country, language).
    case m3u
    /// PLS: names and addresses.
    case pls
    /// XSPF: everything but unknown members and a station's `User-Agent`.
    case xspf
    /// stations.json: everything.
    case json
  }

  /// Returns `list` as a file of `format`, in UTF-8.
  public static func write(_ list: StationList, as format: Format) -> [UInt8] {
    switch format {
    case .m3u: Array(m3u(list.stations).utf8)
    case .pls: Array(pls(list.stations).utf8)
    case .xspf: Array(xspf(list.stations).utf8)
    case .json: list.encoded()
    }
  }

  private static func m3u(_ stations: [Station]) -> String {
    var text = "#EXTM3U\n"
    for station in stations {
      text += "#EXTINF:-1"
      let attributes = [
        ("tvg-id", station.id), ("tvg-logo", station.image ?? ""), ("group-title", station.tags.joined(separator: ";")),
        ("tvg-country", station.country ?? ""), ("tvg-language", station.language ?? ""),
      ]
      for (name, value) in attributes where !value.isEmpty {
        text += " \(name)=\"\(value.replacing("\"", with: "'"))\""
      }
      text += ",\(station.name)\n\(station.url)\n"
    }
    return text
  }

  private static func pls(_ stations: [Station]) -> String {
    var text = "[playlist]\nNumberOfEntries=\(stations.count)\n"
    for (index, station) in stations.enumerated() {
      text += "File\(index + 1)=\(station.url)\nTitle\(index + 1)=\(station.name)\nLength\(index + 1)=-1\n"
    }
    return text + "Version=2\n"
  }

  private static func xspf(_ stations: [Station]) -> String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <playlist version="1" xmlns="http://xspf.org/ns/0/">
        <trackList>

      """
    for station in stations {
      text += "    <track>\n"
      func add(_ element: String, _ content: String?, attributes: String = "") {
        guard let content, !content.isEmpty else { return }
        text += "      <\(element)\(attributes)>\(MarkupText.escaped(content))</\(element)>\n"
      }
      func addMeta(_ field: String, _ content: String?) {
        add("meta", content, attributes: " rel=\"\(XSPFPlaylist.metaPrefix)\(field)\"")
      }
      for address in [station.url] + station.alternates { add("location", address) }
      add("title", station.name)
      add("info", station.homepage)
      add("image", station.image)
      addMeta("id", station.id)
      for tag in station.tags { addMeta("tag", tag) }
      addMeta("country", station.country)
      addMeta("language", station.language)
      addMeta("encoding", station.encoding)
      addMeta("favourite", station.favourite ? "true" : nil)
      addMeta("directoryId", station.directoryID)
      text += "    </track>\n"
    }
    return text + "  </trackList>\n</playlist>\n"
  }
}
