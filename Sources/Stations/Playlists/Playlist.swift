public import AudioCore

/// Reads playlists: the small files between a station's address and its stream.
public enum Playlist {
  /// The kinds of playlists.
  public enum Kind: Sendable, Equatable, CaseIterable {
    /// PLS: `File1=` and `Title1=` under `[playlist]`.
    case pls
    /// M3U and M3U8: one address a line.
    case m3u
    /// XSPF: XML with `<location>`.
    case xspf
    /// ASX, WAX, WVX: XML-like text with `<ref href=…>`, or `Ref1=` under `[Reference]`.
    case asx
    /// HTTP Live Streaming: resembles M3U, but is another format, which is only recognised here and read elsewhere.
    case hls
  }

  /// One stream, or further playlist, in a playlist.
  public struct Entry: Sendable, Hashable {
    /// Its address: absolute, http or https.
    public var url: String
    /// Its title in the playlist, cleaned to one line; nil without a title.
    public var title: String?

    /// An entry of a playlist.
    public init(url: String, title: String? = nil) {
      self.url = url
      self.title = title
    }
  }

  /// The number of bytes of a playlist that are read; the rest is ignored.
  public static let maximumBytes = 256 << 10
  /// The maximum number of entries that are taken from one playlist.
  public static let maximumEntries = 1000
  /// The maximum number of entries that are examined, including unusable ones.
  static let maximumCandidates = 8 * maximumEntries
  /// The number of bytes of an answer that `recognize` needs, or all bytes of a shorter answer.
  public static let prefixBytes = 1024

  /// Returns the kind of playlist of an answer; nil when it is not one. The bytes decide; content type and the
  /// address's extension matter only for text that could be a playlist but has no mark of its kind.
  /// - Parameters:
  ///   - contentType: the answer's `Content-Type`, with or without parameters.
  ///   - url: the address or file name it came from.
  ///   - prefix: its first bytes, `prefixBytes` of them or all.
  public static func recognize(contentType: String?, url: String? = nil, prefix: [UInt8]) -> Kind? {
    guard let text = PlaylistText.decode(prefix.prefix(prefixBytes)), !PlaylistText.looksBinary(text) else {
      return nil
    }
    let start = text.drop(while: \.isWhitespace).lowercased()
    if let kind = kind(ofText: start) { return kind }
    if start.isEmpty || start.hasPrefix("<!doctype html") || start.contains("<html") { return nil }
    if let kind = kind(ofContentType: contentType) ?? kind(ofExtension: url) { return kind }
    return M3UPlaylist.isBareList(start) ? .m3u : nil
  }

  /// Returns true when the whole playlist in `bytes`, which was recognised as `kind`, is one of HTTP Live Streaming.
  public static func isHLS(_ bytes: [UInt8], kind: Kind) -> Bool {
    kind == .hls || kind == .m3u && M3UPlaylist.isHLS(PlaylistText.decode(bytes.prefix(maximumBytes)) ?? "")
  }

  private static func kind(ofText text: String) -> Kind? {
    if text.hasPrefix("[playlist]") { return .pls }
    if text.hasPrefix("[reference]") { return .asx }
    if text.hasPrefix("#ext") { return M3UPlaylist.isHLS(text) ? .hls : .m3u }
    guard text.hasPrefix("<") else { return nil }
    if text.contains("<asx") { return .asx }
    return text.contains("<playlist") ? .xspf : nil
  }

  private static func kind(ofContentType contentType: String?) -> Kind? {
    guard let contentType else { return nil }
    switch contentType.prefix(while: { $0 != ";" }).lowercased().filter({ !$0.isWhitespace }) {
    case "audio/x-scpls", "audio/scpls", "application/pls", "application/pls+xml": return .pls
    case "audio/x-mpegurl", "audio/mpegurl", "application/x-mpegurl", "application/mpegurl", "audio/m3u", "audio/x-m3u",
      "application/vnd.apple.mpegurl":
      return .m3u
    case "application/xspf+xml": return .xspf
    case "audio/x-ms-wax", "video/x-ms-wax", "video/x-ms-wvx", "video/x-ms-asx", "audio/x-ms-asx", "application/asx",
      "video/x-ms-asf":
      return .asx
    default: return nil
    }
  }

  private static func kind(ofExtension url: String?) -> Kind? {
    guard let path = url?.prefix(while: { $0 != "?" && $0 != "#" }), let dot = path.lastIndex(of: ".") else {
      return nil
    }
    switch path[path.index(after: dot)...].lowercased() {
    case "pls": return .pls
    case "m3u", "m3u8": return .m3u
    case "xspf": return .xspf
    case "asx", "wax", "wvx": return .asx
    default: return nil
    }
  }

  /// Returns the entries of a playlist in their order. Resolves relative addresses against `base`, and leaves out
  /// entries without an http or https address.
  ///
  /// Throws `.unsupported` for HLS and `.emptyPlaylist` when nothing is left; `base` names the playlist in both.
  public static func parse(_ bytes: [UInt8], kind: Kind, base: String) throws(TuneError) -> [Entry] {
    guard kind != .hls else { throw .unsupported(source: base, kind: "HLS") }
    let text = PlaylistText.decode(bytes.prefix(maximumBytes)) ?? ""
    if kind == .m3u, M3UPlaylist.isHLS(text) { throw .unsupported(source: base, kind: "HLS") }
    // A track with several addresses gives several entries.
    let found = entries(of: text, kind: kind).flatMap { entry in
      ([entry.address] + entry.alternates).map { (address: $0, title: entry.name) }
    }
    let entries = found.lazy.prefix(maximumCandidates).compactMap { address, title -> Entry? in
      guard let url = StreamURL.resolve(address, base: base) else { return nil }
      return Entry(url: url, title: title.flatMap(PlaylistText.cleanTitle))
    }.prefix(maximumEntries)
    let list = Array(entries)
    guard !list.isEmpty else { throw .emptyPlaylist(base) }
    return list
  }

  /// Returns the entries in `text` as they are written there; those of HLS are addresses like those of M3U.
  static func entries(of text: String, kind: Kind) -> [ImportedEntry] {
    switch kind {
    case .pls: PLSPlaylist.entries(of: text)
    case .m3u, .hls: M3UPlaylist.entries(of: text)
    case .xspf: XSPFPlaylist.entries(of: text)
    case .asx: ASXPlaylist.entries(of: text)
    }
  }
}
