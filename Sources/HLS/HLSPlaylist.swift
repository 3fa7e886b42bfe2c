import AudioCore

/// A playlist of HTTP Live Streaming (RFC 8216): what there is to choose from, or the segments of one choice.
///
/// Addresses in it are as they were written: relative to the playlist's own, and not looked at yet.
public enum HLSPlaylist: Sendable, Equatable {
  /// Streams to choose from.
  case master(HLSMaster)
  /// Segments of one stream.
  case media(HLSMedia)

  /// Bytes a playlist may have: those that go back for hours have hundreds of KiB.
  public static let maximumBytes = 1 << 20
  /// Bytes a line may have.
  public static let maximumLineBytes = 64 << 10
  /// Segments a playlist may have: 13 hours of 6 s each.
  public static let maximumSegments = 8192
  /// Variants, and renditions, that are taken; what follows is ignored.
  public static let maximumVariants = 256

  /// Reads `bytes`. Tags that are not known are ignored, lines may end in any way, and a byte order mark may stand in front.
  ///
  /// Throws ``HLSFault`` for what is no playlist, makes no sense or is too long.
  public init(_ bytes: [UInt8]) throws(HLSFault) {
    guard bytes.count <= Self.maximumBytes else {
      throw HLSFault(reason: "is longer than \(Self.maximumBytes >> 10) KiB")
    }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var reader = HLSPlaylistReader()
    let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
    for line in text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      guard line.count <= Self.maximumLineBytes else {
        throw HLSFault(reason: "has a line of more than \(Self.maximumLineBytes >> 10) KiB")
      }
      try reader.read(TextCharset.standard.decode(line))
    }
    self = try reader.playlist()
  }
}
