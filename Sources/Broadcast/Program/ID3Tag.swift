import AudioCore
import Parser

/// Reads artist and title from ID3 tags, version 1 and 2.2 to 2.4.
package enum ID3Tag {
  /// The maximum number of a tag's frames that are examined.
  private static let maximumFrames = 256
  /// The maximum number of bytes that are read of a text, with the byte of its encoding.
  private static let maximumTextBytes = ID3String.mostBytes + 1
  /// The maximum number of bytes that are read of an unsynchronised tag, which is read in one piece.
  private static let maximumUnsynchronisedBytes = 256 << 10
  /// Length of an ID3v1 tag, at the very end of a file.
  package static let version1Length = 128

  /// Returns artist and title as `Artist - Title`, or the one that exists; nil when neither does.
  ///
  /// - Parameter read: returns the file's bytes in a range, fewer or none past the end. Only small ranges are
  ///   requested, however large the pictures in a tag are.
  /// - Parameter size: the file's length.
  package static func title(size: Int, read: (Range<Int>) -> [UInt8]) -> String? {
    version2(read) ?? version1(read(max(0, size - version1Length)..<size))
  }

  private static func joined(_ artist: String?, _ title: String?) -> String? {
    let parts = [artist, title].compactMap { $0 }.filter { !$0.isEmpty }
    return parts.isEmpty ? nil : parts.joined(separator: " - ")
  }

  private static func version1(_ tag: [UInt8]) -> String? {
    guard tag.count == version1Length, tag.starts(with: Array("TAG".utf8)) else { return nil }
    return joined(text([0] + tag[33..<63]), text([0] + tag[3..<33]))
  }

  private static func version2(_ read: (Range<Int>) -> [UInt8]) -> String? {
    let header = read(0..<10)
    guard header.count == 10, header.starts(with: Array("ID3".utf8)), (2...4).contains(header[3]),
      let size = ID3Text.syncsafe(header[6...])
    else { return nil }
    let hasExtendedHeader = header[5] & 0x40 != 0
    guard header[5] & 0x80 != 0, header[3] < 4 else {
      return frames(version: header[3], size: size, hasExtendedHeader: hasExtendedHeader) { range in
        read(range.lowerBound + 10..<min(range.upperBound, size) + 10)
      }
    }
    let whole = Array(ID3Text.resynchronised(read(10..<10 + min(size, maximumUnsynchronisedBytes))[...]))
    return frames(version: header[3], size: whole.count, hasExtendedHeader: hasExtendedHeader) { range in
      Array(whole[range.clamped(to: 0..<whole.count)])
    }
  }

  private static func frames(
    version: UInt8, size: Int, hasExtendedHeader: Bool, body: (Range<Int>) -> [UInt8]
  ) -> String? {
    let idLength = version == 2 ? 3 : 4
    let headerLength = version == 2 ? 6 : 10
    var position = 0
    if hasExtendedHeader, version > 2 {
      let bytes = body(0..<4)
      position = version == 4 ? ID3Text.syncsafe(bytes) ?? 0 : bigEndian(bytes[...]) + 4
    }
    var artist: String?
    var title: String?
    for _ in 0..<maximumFrames where position >= 0 && position + headerLength < size {
      let header = body(position..<position + headerLength)
      guard header.count == headerLength, header[0] != 0 else { break }
      let sizeBytes = header[idLength..<idLength * 2]
      guard let length = version == 4 ? ID3Text.syncsafe(sizeBytes) : bigEndian(sizeBytes), length > 0, length <= size
      else {
        break
      }
      position += headerLength
      switch String(decoding: header[..<idLength], as: UTF8.self) {
      case "TIT2", "TT2": title = text(body(position..<position + min(length, maximumTextBytes)))
      case "TPE1", "TP1": artist = text(body(position..<position + min(length, maximumTextBytes)))
      default: break
      }
      if artist != nil, title != nil { break }
      position += length
    }
    return joined(artist, title)
  }

  private static func bigEndian(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

  /// Returns the first text of a frame, on one line. The first byte of the frame is the encoding.
  private static func text(_ field: [UInt8]) -> String? {
    let line = CleanText.singleLine(ID3String.texts(field[...]).first ?? "")
    return line.isEmpty ? nil : line
  }
}
