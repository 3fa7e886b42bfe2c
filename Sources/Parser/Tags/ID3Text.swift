import AudioCore
import Bytes

/// Reads performer and title from an ID3 tag (id3.org, "ID3 tag version 2.4.0 - Main Structure"; 2.2 and 2.3 are much
/// the same; "ID3v1"). Of a tag in a stream it reads only the first bytes, so that a picture in it costs no memory.
package enum ID3Text {
  /// Maximum number of bytes of a tag in a stream that are read; what stands behind them is not found.
  package static let maximumBytes = 16 << 10
  private static let headerSize = 10
  /// Maximum number of bytes that are read of a file's unsynchronised tag, which is read in one piece.
  private static let maximumUnsynchronisedBytes = 256 << 10
  /// Maximum number of frames that are examined: more than ``maximumBytes`` can hold.
  private static let maximumFrames = 4096
  /// Maximum number of bytes that are read of a frame with text: unsynchronisation may double it, and other fields may
  /// precede it.
  private static let maximumFrameBytes = 2 * ID3String.maximumBytes + 8
  /// Bytes of an ID3v1 tag, at the very end of a file.
  package static let version1Size = 128

  /// Returns bytes in a range, fewer or none behind their end.
  private typealias Read = (Range<Int>) -> ArraySlice<UInt8>

  /// Reads the tag of `length` bytes at `offset`, where ``StreamTag`` found it; none when it is of another kind. At the
  /// end of the stream (`isEnd`) it reads the part of the tag that is there.
  static func read(_ queue: ByteQueue, at offset: Int, length: Int, isEnd: Bool) -> Reading<TrackTags> {
    guard offset < queue.count, queue[offset] == UInt8(ascii: "I") else { return .none }
    let wanted = offset + min(length, maximumBytes)
    guard isEnd || queue.count >= wanted else { return .needMore(wanted) }
    return .found(tags(queue.prefix(wanted)[offset...]))
  }

  /// Reads `tag`, an ID3v2 tag or its beginning; returns no tags when it is not one.
  package static func tags(_ tag: ArraySlice<UInt8>) -> TrackTags {
    let tag = tag.prefix(maximumBytes)
    return version2(end: tag.count, reader(of: tag))
  }

  /// Reads a file's ID3v2 tag, or the ID3v1 tag at its end where the other gives nothing.
  ///
  /// `read` returns the file's bytes in a range, fewer or none past its end. Only small ranges are requested, however
  /// large the pictures in a tag are. `size` is the file's length.
  package static func tags(size: Int, read: (Range<Int>) -> [UInt8]) -> TrackTags {
    let tagSize = syncsafe(read(6..<headerSize)) ?? 0
    let tags = version2(end: min(size, headerSize + tagSize)) { read($0)[...] }
    return tags.metadata == nil ? version1(read(max(0, size - version1Size)..<size)) : tags
  }

  /// Reads an ID3v1 tag: three letters, 30 bytes of title, 30 bytes of artist.
  private static func version1(_ tag: [UInt8]) -> TrackTags {
    guard tag.count == version1Size, tag.starts(with: Array("TAG".utf8)) else { return TrackTags() }
    func text(_ range: Range<Int>) -> String? { ID3String.texts([0] + tag[range]).first }
    return TrackTags(artists: [text(33..<63)].compactMap(\.self), title: text(3..<33))
  }

  /// Reads the ID3v2 tag at the beginning of bytes that end before `end`.
  private static func version2(end: Int, _ read: Read) -> TrackTags {
    let header = Array(read(0..<headerSize))
    guard header.count == headerSize, header.starts(with: Array("ID3".utf8)) else { return TrackTags() }
    let (version, flags) = (header[3], header[5])
    let isUnsynchronised = flags & 0x80 != 0
    let hasExtendedHeader = flags & 0x40 != 0
    guard isUnsynchronised, version < 4 else {
      return frames(version, isUnsynchronised, hasExtendedHeader, in: headerSize..<max(headerSize, end), read)
    }
    let body = resynchronised(read(headerSize..<max(headerSize, min(end, headerSize + maximumUnsynchronisedBytes))))
    return frames(version, isUnsynchronised, hasExtendedHeader, in: 0..<body.count, reader(of: body))
  }

  private static func frames(
    _ version: UInt8, _ isUnsynchronised: Bool, _ hasExtendedHeader: Bool, in range: Range<Int>, _ read: Read
  ) -> TrackTags {
    var start = range.lowerBound
    var prefix = ByteReader(hasExtendedHeader ? read(start..<min(start + 4, range.upperBound)) : [])
    let layout: ID3Frame.Layout
    switch version {
    case 2:
      guard !hasExtendedHeader else { return TrackTags() }  // a compressed tag, whose format was never defined
      layout = .version2
    case 3:
      if hasExtendedHeader {
        guard let size = prefix.integer(4) else { return TrackTags() }
        start += 4 + size
      }
      layout = .version3
    case 4:
      if hasExtendedHeader {
        guard let size = prefix.syncsafe(), size >= 4 else { return TrackTags() }
        start += size
      }
      layout = .version4(isUnsynchronised: isUnsynchronised)
    default: return TrackTags()
    }
    return start > range.upperBound ? TrackTags() : frames(layout, in: start..<range.upperBound, read)
  }

  /// Steps from frame to frame until performer and title are found.
  private static func frames(_ layout: ID3Frame.Layout, in range: Range<Int>, _ read: Read) -> TrackTags {
    var tags = TrackTags()
    var place = range.lowerBound
    for _ in 0..<maximumFrames where tags.title == nil || tags.artists.isEmpty {
      guard let frame = ID3Frame(read(place..<min(place + layout.headSize, range.upperBound)), layout) else { break }
      place = min(place + layout.headSize, range.upperBound)
      let end = min(place + frame.size, range.upperBound)
      func texts() -> [String] { ID3String.texts(frame.content(of: read(place..<min(place + maximumFrameBytes, end)))) }
      switch frame.name {
      case "TIT2", "TT2": tags.title = tags.title ?? texts().first
      case "TPE1", "TP1": if tags.artists.isEmpty { tags.artists = texts() }
      default: break
      }
      place = end
    }
    return tags
  }

  private static func reader(of bytes: ArraySlice<UInt8>) -> Read {
    { bytes.dropFirst($0.lowerBound).prefix($0.count) }
  }

  /// Returns the number in `bytes`, four of seven bits each; nil when they are not such bytes.
  package static func syncsafe(_ bytes: some Collection<UInt8>) -> Int? {
    guard bytes.count == 4, bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
    return bytes.reduce(0) { $0 << 7 | Int($1) }
  }

  /// Returns `bytes` without the zeros that were inserted behind each 0xFF: one for each, whatever follows.
  static func resynchronised(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var result: [UInt8] = []
    var last: UInt8 = 0
    for byte in bytes {
      if byte != 0 || last != 0xFF { result.append(byte) }
      last = byte
    }
    return result[...]
  }
}
