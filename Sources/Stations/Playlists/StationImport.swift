public import AudioCore
import JSON

/// The stations of a file that another program, or this one, has written. The bytes decide which format the file has.
public struct StationImport: Sendable, Equatable {
  /// The formats that can be read.
  public enum Format: String, Sendable, CaseIterable {
    /// PLS.
    case pls = "PLS"
    /// M3U and M3U8.
    case m3u = "M3U"
    /// XSPF.
    case xspf = "XSPF"
    /// ASX.
    case asx = "ASX"
    /// OPML, with `<outline type="audio" …>`.
    case opml = "OPML"
    /// PyRadio's CSV: name, address, and further columns.
    case pyRadio = "PyRadio CSV"
    /// radiotray-ng's bookmarks: JSON, groups of stations.
    case radiotray = "radiotray-ng bookmarks"
    /// stations.json.
    case stations = "stations.json"
  }

  /// An entry that could not become a station.
  public struct Leftover: Error, Sendable, Hashable {
    /// Its name, or its address.
    public var name: String
    /// The reason, in words that follow the name.
    public var reason: String

    /// An entry called `name` that was left out because of `reason`.
    public init(name: String, reason: String) {
      self.name = name
      self.reason = reason
    }

    /// The same without credentials in the name: an entry without a name is named by its address.
    public var withoutCredentials: Leftover { Leftover(name: StreamURL.withoutCredentials(name), reason: reason) }
  }

  /// The size of the largest file that is taken from a server or a client, and of one in another format than JSON, in
  /// bytes.
  public static let maximumBytes = 1 << 20

  /// The format of the file.
  public var format: Format
  /// The stations that can be added to a list. Their ids are empty unless the file has valid ones.
  public var stations: [Station]
  /// The entries that were left out.
  public var leftOut: [Leftover] = []
  /// The number of entries above the limit of a list; they were not examined.
  public var surplus = 0

  /// The timeout for data from a pipe: another program may have to fetch first what it writes.
  private static let pipeTimeout: Duration = .seconds(60)

  /// Returns the bytes of the file at `path`; at most one more than ``StationList/maximumBytes``. Throws `.cannotRead` and
  /// `.badStationList`.
  public static func bytes(ofFile path: String) throws(TuneError) -> [UInt8] {
    try StationFile(path: path, pipeTimeout: pipeTimeout).read()
  }

  /// Reads the stations in `bytes`, at most `limit` of them for JSON and ``maximumBytes`` for the rest. Relative addresses are resolved against `base`, which also names the file in
  /// errors; `contentType` and the extension of `base` matter for playlists that have no mark of their kind.
  ///
  /// Throws `.badStationList` for a file that is not a station list, is too large or broken, and for an HLS playlist of
  /// segments, which are one station's audio.
  public static func read(
    _ bytes: [UInt8], base: String, contentType: String? = nil, limit: Int = maximumBytes
  ) throws(TuneError) -> StationImport {
    guard bytes.count <= limit else { throw tooLarge(limit, base: base) }
    guard !bytes.isEmpty else { throw .badStationList(path: base, reason: "it is empty") }
    guard let text = PlaylistText.decode(bytes[...]), !PlaylistText.looksBinary(String(text.prefix(1024))) else {
      throw .badStationList(path: base, reason: unknown)
    }
    if looksLikeJSON(text) { return try readJSON(Array(text.utf8), base: base) }
    // Of the others, each entry may have much from the text around it.
    guard bytes.count <= maximumBytes else { throw tooLarge(maximumBytes, base: base) }
    let prefix = Array(bytes.prefix(Playlist.prefixBytes))
    let (format, entries): (Format, [ImportedEntry])
    if OPMLOutline.isOutline(text) {
      (format, entries) = (.opml, OPMLOutline.entries(of: text))
    } else if let kind = Playlist.recognize(contentType: contentType, url: base, prefix: prefix) {
      guard !Playlist.isHLS(bytes, kind: kind) else { throw .badStationList(path: base, reason: stream) }
      (format, entries) = (Self.format(kind), Playlist.entries(of: text, kind: kind))
    } else if PyRadioCSV.isList(text) {
      (format, entries) = (.pyRadio, PyRadioCSV.entries(of: text))
    } else {
      throw .badStationList(path: base, reason: unknown)
    }
    return try makeImport(of: entries, format: format, base: base)
  }

  private static func tooLarge(_ limit: Int, base: String) -> TuneError {
    .badStationList(path: base, reason: "it is larger than \(limit / 1024) KiB")
  }

  private static let unknown = "it is none of \(Format.allCases.map(\.rawValue).joined(separator: ", "))"

  private static let stream = "it is the stream of one station (HLS), which 'radiod stations add NAME URL' adds"

  private static func looksLikeJSON(_ text: String) -> Bool {
    let start = text.drop(while: \.isWhitespace)
    guard start.first == "[" else { return start.first == "{" }
    // `[playlist]` and `[Reference]` begin like an array.
    return start.dropFirst().first { !$0.isWhitespace }.map { "{]".contains($0) } ?? false
  }

  private static func format(_ kind: Playlist.Kind) -> Format {
    switch kind {
    case .pls: .pls
    case .asx: .asx
    case .xspf: .xspf
    case .m3u, .hls: .m3u
    }
  }

  private static func readJSON(_ bytes: [UInt8], base: String) throws(TuneError) -> StationImport {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONReader.read(bytes, what: "list")
    } catch {
      throw .badStationList(path: base, reason: error.description)
    }
    if let entries = RadiotrayBookmarks.entries(of: value) {
      return try makeImport(of: entries, format: .radiotray, base: base)
    }
    let list = try StationList.parse(bytes, path: base)
    return StationImport(format: .stations, stations: list.stations)
  }

  private static func makeImport(
    of entries: [ImportedEntry], format: Format, base: String
  ) throws(TuneError) -> StationImport {
    guard !entries.isEmpty else { throw .badStationList(path: base, reason: "it has no stations") }
    var found = StationImport(
      format: format, stations: [], surplus: max(0, entries.count - StationList.maximumStations))
    for entry in entries.prefix(StationList.maximumStations) {
      switch entry.station(base: base) {
      case .success(let station): found.stations.append(station)
      case .failure(let leftover): found.leftOut.append(leftover)
      }
    }
    return found
  }
}
