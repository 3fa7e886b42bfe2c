import AudioCore

/// A playlist of HTTP Live Streaming (RFC 8216): what there is to choose from, or the segments of one choice.
///
/// Addresses in it are as they were written: relative to the playlist's own, and not looked at yet.
public enum HLSPlaylist: Sendable, Equatable {
  /// Streams to choose from.
  case master(HLSMaster)
  /// Segments of one stream.
  case media(HLSMedia)

  /// Bytes that are read of a playlist: a live one that goes back for hours, with signed addresses, has several MiB. It
  /// is read as it comes, and not held.
  public static let maximumBytes = 16 << 20
  /// Bytes a line may have.
  public static let maximumLineBytes = 64 << 10
  /// Segments that are kept of a playlist: 54 hours of 6 s, or 18 hours of 2 s. Of a live playlist the oldest of more
  /// are dropped; a recording of more is refused.
  public static let maximumSegments = 32_768
  /// Bytes of addresses and titles that are kept of a playlist, with the same consequence.
  public static let maximumTextBytes = 4 << 20
  /// Segments that are kept of a live playlist that does not say where to begin: 17 minutes of 1 s. It is begun three
  /// target durations before its end.
  public static let maximumLiveSegments = 1024
  /// Variants, and renditions, that are taken; what follows is ignored.
  public static let maximumVariants = 256

  /// Reads `bytes`. Tags that are not known are ignored, lines may end in any way, and a byte order mark may stand in front.
  ///
  /// Throws ``HLSFault`` for what is no playlist, makes no sense or is too long.
  public init(_ bytes: [UInt8]) throws(HLSFault) {
    var parser = HLSPlaylistParser()
    try parser.feed(bytes)
    self = try parser.finish()
  }
}
