import AudioCore

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
  /// Throws ``HLSFault`` when the bytes are not a playlist, make no sense or are too long.
  public init(_ bytes: [UInt8]) throws(HLSFault) {
    var parser = HLSPlaylistParser()
    try parser.feed(bytes)
    self = try parser.finish()
  }
}

/// A master playlist: the same programme in several qualities (RFC 8216, 4.3.4).
public struct HLSMaster: Sendable, Equatable {
  /// The variants, in the order of the playlist; at least one.
  public internal(set) var variants: [HLSVariant] = []
  /// Audio beside the pictures, in groups that the variants name.
  public internal(set) var renditions: [HLSRendition] = []
}

/// A media playlist: a list of segments (RFC 8216, 4.3.3).
public struct HLSMedia: Sendable, Equatable {
  /// The maximum duration of a segment, to the nearest second; in 1…3600 s.
  public internal(set) var targetDuration: Duration
  /// The number of the first segment.
  public internal(set) var firstSequence = 0
  /// The segments, in order.
  public internal(set) var segments: [HLSSegment] = []
  /// True when no segment will be added: the playlist is a recording, or the programme is over.
  public internal(set) var isEnded = false
  /// The position to start at, in seconds from the beginning, or from the end when negative; nil when the playlist has
  /// none.
  public internal(set) var startOffset: Double?

  /// The number of the segment that will follow the last one.
  public var endSequence: Int { firstSequence + segments.count }

  /// Returns the segment with this number, or nil when it is not listed.
  public func segment(_ sequence: Int) -> HLSSegment? {
    (firstSequence..<endSequence).contains(sequence) ? segments[sequence - firstSequence] : nil
  }

  /// Removes the oldest `count` segments; none when `count` is negative.
  mutating func dropFirst(_ count: Int) {
    guard count > 0 else { return }
    segments.removeFirst(count)
    firstSequence += count
  }

  /// Returns this playlist with the older segments of `earlier` in front. Returns it unchanged when there are none, or
  /// when a gap would separate the two.
  func behind(_ earlier: HLSMedia) -> HLSMedia {
    let missing = firstSequence - earlier.firstSequence
    guard missing > 0, missing <= earlier.segments.count else { return self }
    var whole = self
    whole.segments = earlier.segments.prefix(missing) + segments
    whole.firstSequence = earlier.firstSequence
    return whole
  }
}

/// One segment of a stream.
public struct HLSSegment: Sendable, Equatable {
  /// The address.
  public internal(set) var uri: String
  /// The playing time.
  public internal(set) var duration: Duration
  /// The title, one clean line; nil when the playlist has none.
  public internal(set) var title: String?
  /// The byte range at the address; nil for all bytes.
  public internal(set) var byteRange: Range<Int>?
  /// The encryption; nil when there is none.
  public internal(set) var key: HLSKey?
  /// The initialisation bytes that must precede the segment; nil when there are none.
  public internal(set) var map: HLSMap?
  /// True when it does not continue the segment before it.
  public internal(set) var isDiscontinuity: Bool
  /// True when the segment is marked as missing, and must not be requested.
  public internal(set) var isGap: Bool
}

/// How segments are encrypted (`EXT-X-KEY`).
public enum HLSKey: Sendable, Hashable {
  /// AES-128 in CBC mode with PKCS#7 padding; each segment is encrypted separately. Without `iv` the segment's number
  /// is the initialisation vector.
  case aes128(uri: String, iv: [UInt8]?)
  /// A method that is not supported, as the playlist names it.
  case unsupported(method: String)
}

/// The bytes that initialise a parser for the segments that follow (`EXT-X-MAP`).
public struct HLSMap: Sendable, Equatable {
  /// The address.
  public internal(set) var uri: String
  /// The byte range at the address; nil for all bytes.
  public internal(set) var byteRange: Range<Int>?
  /// The encryption; nil when there is none.
  public internal(set) var key: HLSKey?
}

/// One variant of a stream (`EXT-X-STREAM-INF`).
public struct HLSVariant: Sendable, Equatable {
  /// The address of its media playlist.
  public internal(set) var uri = ""
  /// The peak bit rate, all renditions included, in bit/s.
  public internal(set) var bandwidth: Int
  /// The mean bit rate, in bit/s; nil when the playlist does not say it.
  public internal(set) var averageBandwidth: Int?
  /// The codecs as RFC 6381 names them (`mp4a.40.2`); empty when the playlist does not say them.
  public internal(set) var codecs: [String]
  /// The group of its audio renditions.
  public internal(set) var audioGroup: String?
  /// True when the playlist says the size or the frame rate of its pictures.
  public internal(set) var hasPictureSize: Bool

  /// The mean bit rate, in bit/s, or the peak when the mean is unknown.
  public var bitRate: Int { averageBandwidth ?? bandwidth }
}

/// An audio rendition, in a separate playlist or in that of its variant (`EXT-X-MEDIA` with `TYPE=AUDIO`).
public struct HLSRendition: Sendable, Equatable {
  /// The group to which it belongs.
  public internal(set) var group: String
  /// The name for the user.
  public internal(set) var name: String
  /// The address of its media playlist; nil when the audio is in the variant's playlist.
  public internal(set) var uri: String?
  /// True when it is the default.
  public internal(set) var isDefault: Bool
  /// True when a player may select it automatically.
  public internal(set) var isAutomatic: Bool
}

/// What is wrong with a playlist.
public struct HLSFault: Error, Sendable, Equatable {
  /// The fault in words, to follow the name of the playlist: `has no segments`.
  public let reason: String
}
