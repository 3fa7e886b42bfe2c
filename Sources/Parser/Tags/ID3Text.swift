import AudioCore

/// Reads performer and title from an ID3v2 tag (id3.org, "ID3 tag version 2.4.0 - Main Structure"; 2.2 and 2.3 are much
/// the same). Only the tag's first bytes are looked at, so that a picture in it costs no memory.
package enum ID3Text {
  /// What ``read(_:at:length:isEnd:)`` came to.
  enum Reading {
    /// What the tag says, which may be nothing.
    case tags(TrackTags)
    /// So many bytes must be in the queue to tell.
    case needMore(Int)
  }

  /// Bytes of a tag that are looked at; what stands behind them is not found.
  package static let mostBytes = 16 << 10
  private static let headerSize = 10

  /// Reads the tag of `length` bytes at `offset`, where ``StreamTag`` found it; tags of other kinds say nothing. At the
  /// end of the stream (`isEnd`) what is there of it is read.
  static func read(_ queue: ByteQueue, at offset: Int, length: Int, isEnd: Bool) -> Reading {
    guard offset < queue.count, queue[offset] == UInt8(ascii: "I") else { return .tags(TrackTags()) }
    let wanted = offset + min(length, mostBytes)
    guard isEnd || queue.count >= wanted else { return .needMore(wanted) }
    return .tags(tags(queue.prefix(wanted)[offset...]))
  }

  /// What `tag` says, an ID3v2 tag or its beginning; nothing when it is none.
  package static func tags(_ tag: ArraySlice<UInt8>) -> TrackTags {
    var reader = ByteReader(tag.prefix(mostBytes))
    guard let header = reader.bytes(headerSize), header.starts(with: Array("ID3".utf8)) else { return TrackTags() }
    let version = header[header.startIndex + 3]
    let flags = header[header.startIndex + 5]
    let isUnsynchronised = flags & 0x80 != 0
    let hasExtendedHeader = flags & 0x40 != 0
    switch version {
    case 2:
      guard !hasExtendedHeader else { return TrackTags() }  // a compressed tag: nobody ever defined how
      return frames(isUnsynchronised ? resynchronised(reader.rest) : reader.rest, ID3Frame.Layout.version2)
    case 3:
      var body = ByteReader(isUnsynchronised ? resynchronised(reader.rest) : reader.rest)
      if hasExtendedHeader {
        guard let size = body.integer(4), body.skip(size) != nil else { return TrackTags() }
      }
      return frames(body.rest, .version3)
    case 4:
      if hasExtendedHeader {
        guard let size = reader.syncsafe(), size >= 4, reader.skip(size - 4) != nil else { return TrackTags() }
      }
      return frames(reader.rest, .version4(isUnsynchronised: isUnsynchronised))
    default: return TrackTags()
    }
  }

  private static func frames(_ bytes: ArraySlice<UInt8>, _ layout: ID3Frame.Layout) -> TrackTags {
    var tags = TrackTags()
    var reader = ByteReader(bytes)
    while let frame = ID3Frame(from: &reader, layout) {
      switch frame.name {
      case "TIT2", "TT2": tags.title = tags.title ?? ID3String.texts(frame.body[...]).first
      case "TPE1", "TP1": if tags.artists.isEmpty { tags.artists = ID3String.texts(frame.body[...]) }
      default: break
      }
    }
    return tags
  }

  /// The number in `bytes`, four of seven bits each; nil when they are others.
  package static func syncsafe(_ bytes: some Collection<UInt8>) -> Int? {
    guard bytes.count == 4, bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
    return bytes.reduce(0) { $0 << 7 | Int($1) }
  }

  /// `bytes` without the zeros that were put behind each 0xFF: one for each, whatever follows.
  package static func resynchronised(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var result: [UInt8] = []
    var last: UInt8 = 0
    for byte in bytes {
      if byte != 0 || last != 0xFF { result.append(byte) }
      last = byte
    }
    return result[...]
  }
}
