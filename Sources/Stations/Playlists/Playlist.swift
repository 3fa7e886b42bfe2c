import AudioCore

/// Reads the little files that stand between a station's address and its stream.
public enum Playlist {
  /// What kinds of playlist there are.
  public enum Kind: Sendable, Equatable, CaseIterable {
    /// PLS: `File1=` and `Title1=` under `[playlist]`.
    case pls
    /// M3U and M3U8: an address a line.
    case m3u
    /// XSPF: XML with `<location>`.
    case xspf
    /// ASX, WAX, WVX: something like XML with `<ref href=…>`, or `Ref1=` under `[Reference]`.
    case asx
    /// HTTP Live Streaming: looks like M3U and is something else, which is recognised here and read elsewhere.
    case hls
  }

  /// One stream, or further playlist, that a playlist names.
  public struct Entry: Sendable, Hashable {
    /// Its address: absolute, http or https.
    public var url: String
    /// What the playlist calls it, cleaned to one line; nil when it does not.
    public var title: String?

    /// An entry of a playlist.
    public init(url: String, title: String? = nil) {
      self.url = url
      self.title = title
    }
  }

  /// Bytes of a playlist that are read; what follows is ignored.
  public static let maximumBytes = 256 << 10
  /// Most entries that are taken from one playlist.
  public static let maximumEntries = 1000
  /// Most entries that are looked at, those that are of no use included.
  static let maximumCandidates = 8 * maximumEntries
  /// Bytes of an answer that `recognize` wants to see, if there are so many.
  public static let prefixBytes = 1024

  /// What kind of playlist an answer is; nil when it is none. The bytes decide; content type and the address's extension
  /// matter only for text that could be a playlist but does not say so.
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

  /// True when a playlist that was recognised as `kind` is one of HTTP Live Streaming, now that all of it is there.
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

  /// The entries of a playlist, in their order; relative ones are resolved against `base`, those that are not http or https
  /// in the end are left out.
  ///
  /// Throws `.unsupported` for HLS and `.emptyPlaylist` when nothing is left; `base` names the playlist in both.
  public static func parse(_ bytes: [UInt8], kind: Kind, base: String) throws(TuneError) -> [Entry] {
    guard kind != .hls else { throw .unsupported(source: base, kind: "HLS") }
    let text = PlaylistText.decode(bytes.prefix(maximumBytes)) ?? ""
    let found: [Entry]
    switch kind {
    case .pls: found = PLSPlaylist.entries(of: text)
    case .m3u, .hls:
      guard !M3UPlaylist.isHLS(text) else { throw .unsupported(source: base, kind: "HLS") }
      found = M3UPlaylist.entries(of: text)
    case .xspf: found = XSPFPlaylist.entries(of: text)
    case .asx: found = ASXPlaylist.entries(of: text)
    }
    let entries = found.lazy.prefix(maximumCandidates).compactMap { entry -> Entry? in
      guard let url = StreamAddress.resolve(entry.url, base: base) else { return nil }
      return Entry(url: url, title: entry.title.flatMap(PlaylistText.cleanTitle))
    }.prefix(maximumEntries)
    let list = Array(entries)
    guard !list.isEmpty else { throw .emptyPlaylist(base) }
    return list
  }
}
