import AudioCore

/// Reads artists and title from a Vorbis comment header (Vorbis I, 5), in whatever pieces it arrives. Other content,
/// such as pictures of megabytes, is skipped: it holds at most 4 KiB, and the texts that it looks for.
struct VorbisComment: Sendable {
  /// Artists and title, as far as they were read.
  private(set) var tags = TrackTags()

  private enum Stage { case prefix, vendorLength, vendor, count, length, entry, end }
  private var stage = Stage.prefix
  /// Bytes of this stage that have not arrived yet.
  private var left: Int
  private var number = 0
  private var numberSize = 0
  private var entriesLeft = 0
  private var entry: [UInt8] = []
  private var read = 0

  /// Maximum number of bytes that are kept of one comment: far more than any title has.
  private static let maximumEntryLength = 4096
  /// Maximum number of artists that are kept.
  private static let maximumArtists = 16
  /// Maximum number of bytes that are searched for comments; a header is not larger, even with a picture in it
  /// (RADIO-FACTS: 2 MiB).
  private static let maximumLength = 2 << 20
  private static let lengthSize = 4

  /// Makes a reader of comments that stand behind `offset` bytes of something else.
  init(behind offset: Int) { left = offset }

  /// Reads the comments of a whole block.
  init(_ block: ArraySlice<UInt8>) {
    self.init(behind: 0)
    feed(block)
  }

  /// Takes the next bytes.
  mutating func feed(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    read += bytes.count
    while stage != .end, read <= Self.maximumLength {
      if left == 0 {
        finishStage()
        continue
      }
      guard !rest.isEmpty else { return }
      let piece = rest.prefix(left)
      switch stage {
      case .vendorLength, .count, .length:
        for byte in piece {
          number |= Int(byte) << (8 * numberSize)
          numberSize += 1
        }
      case .entry: entry += piece.prefix(Self.maximumEntryLength - entry.count)
      case .prefix, .vendor, .end: break
      }
      left -= piece.count
      rest = rest.dropFirst(piece.count)
    }
  }

  private mutating func finishStage() {
    switch stage {
    case .prefix: readNumber(for: .vendorLength)
    case .vendorLength:
      stage = .vendor
      left = number
    case .vendor: readNumber(for: .count)
    case .count:
      entriesLeft = number
      nextEntry()
    case .length:
      stage = .entry
      left = number
      entry = []
    case .entry:
      keep()
      nextEntry()
    case .end: break
    }
  }

  private mutating func readNumber(for next: Stage) {
    stage = next
    left = Self.lengthSize
    number = 0
    numberSize = 0
  }

  private mutating func nextEntry() {
    entriesLeft -= 1
    if entriesLeft >= 0 { readNumber(for: .length) } else { stage = .end }
  }

  /// Keeps an entry of the form `NAME=value` when it is an artist or a title; the name may be in any case.
  private mutating func keep() {
    guard let sign = entry.firstIndex(of: UInt8(ascii: "=")) else { return }
    let name = String(decoding: entry[..<sign], as: UTF8.self).lowercased()
    guard name == "artist" || name == "title" else { return }
    let value = TextCharset.default.decode(entry[(sign + 1)...])
    if name == "title" {
      if tags.title?.isEmpty != false { tags.title = value }
    } else if tags.artists.count < Self.maximumArtists {
      tags.artists.append(value)
    }
  }
}
