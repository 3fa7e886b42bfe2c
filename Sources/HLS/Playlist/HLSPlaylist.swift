/// A playlist of HTTP Live Streaming (RFC 8216): either a list of streams, or the segments of one stream.
///
/// The addresses in it are unchanged and unchecked: they may be relative to the playlist's own address.
public enum HLSPlaylist: Sendable, Equatable {
  /// A list of streams.
  case master(HLSMaster)
  /// The segments of one stream.
  case media(HLSMedia)

  /// The maximum size of a playlist, in bytes: a live playlist that covers hours, with signed addresses, has several
  /// MiB. The parser reads it piece by piece and does not hold it.
  public static let maximumBytes = 16 << 20
  /// The maximum length of a line, in bytes.
  public static let maximumLineBytes = 64 << 10
  /// The maximum number of segments: 54 hours of 6 s, or 18 hours of 2 s. When a live playlist has more, the oldest are
  /// dropped; a longer recording is an error.
  public static let maximumSegments = 32_768
  /// The maximum size of the addresses and titles of a playlist, in bytes, with the same consequences.
  public static let maximumTextBytes = 4 << 20
  /// The maximum number of segments of a live playlist without a start position: 17 minutes of 1 s. Such a playlist
  /// starts three target durations before its end.
  public static let maximumLiveSegments = 1024
  /// The maximum number of variants, and of renditions; the rest is ignored.
  public static let maximumVariants = 256

  /// Parses `bytes`. Ignores unknown tags; lines may end with CR, LF or both; a byte order mark may come first.
  ///
  /// Throws ``HLSError`` when the bytes are not a playlist, make no sense or are too long.
  public init(_ bytes: [UInt8]) throws(HLSError) {
    var parser = HLSPlaylistParser()
    try parser.feed(bytes)
    self = try parser.finish()
  }
}
