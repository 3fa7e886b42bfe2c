import AudioCore
import Bytes

/// Reads performer and title from an ID3v2 tag (id3.org, "ID3 tag version 2.4.0 - Main Structure"; 2.2 and 2.3 are much
/// the same). It reads only the tag's first bytes, so that a picture in it costs no memory.
package enum ID3Text {
  /// Maximum number of bytes of a tag that are read; what stands behind them is not found.
  package static let mostBytes = 16 << 10
  private static let headerSize = 10

  /// Reads the tag of `length` bytes at `offset`, where ``StreamTag`` found it; none when it is of another kind. At
  /// the end of the stream (`isEnd`) it reads the part of the tag that is there.
  static func read(_ queue: ByteQueue, at offset: Int, length: Int, isEnd: Bool) -> Reading<TrackTags> {
    guard offset < queue.count, queue[offset] == UInt8(ascii: "I") else { return .none }
    let wanted = offset + min(length, mostBytes)
    guard isEnd || queue.count >= wanted else { return .needMore(wanted) }
    return .found(tags(queue.prefix(wanted)[offset...]))
  }

  /// Reads `tag`, an ID3v2 tag or its beginning; returns no tags when it is none.
  package static func tags(_ tag: ArraySlice<UInt8>) -> TrackTags {
    var reader = ByteReader(tag.prefix(mostBytes))
    guard let header = reader.bytes(headerSize), header.starts(with: Array("ID3".utf8)) else { return TrackTags() }
    let version = header[header.startIndex + 3]
    let flags = header[header.startIndex + 5]
    let isUnsynchronised = flags & 0x80 != 0
    let hasExtendedHeader = flags & 0x40 != 0
    switch version {
    case 2:
      guard !hasExtendedHeader else { return TrackTags() }  // a compressed tag, whose format was never defined
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

  /// Returns the number in `bytes`, four of seven bits each; nil when they are not such bytes.
  package static func syncsafe(_ bytes: some Collection<UInt8>) -> Int? {
    guard bytes.count == 4, bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
    return bytes.reduce(0) { $0 << 7 | Int($1) }
  }

  /// Returns `bytes` without the zeros that were inserted behind each 0xFF: one for each, whatever follows.
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
