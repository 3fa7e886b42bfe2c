import Parser

/// The units of audio that mutations change as a whole: Ogg pages, packets of a transport stream, MP4 boxes, or frames
/// of FLAC, MPEG audio or AAC.
struct AudioUnits {
  /// The ranges of the units, in order.
  let ranges: [Range<Int>]
  /// The bits of a unit's header that contain fields.
  let headerBits: Range<Int>

  /// Finds the kind of units in `bytes`, and their ranges.
  init(_ bytes: [UInt8]) {
    let isAnswer = bytes.starts(with: "HTTP".utf8) || bytes.starts(with: "ICY".utf8)
    let start = isAnswer ? Bytes.find("\r\n\r\n", in: bytes).map { $0 + 4 } ?? 0 : 0
    if Bytes.find("OggS", in: bytes) != nil {
      (ranges, headerBits) = (OggPages.pages(bytes), 40..<216)
    } else if let packets = Self.transportPackets(bytes, from: start) {
      (ranges, headerBits) = (packets, 8..<160)
    } else if let boxes = Self.boxes(bytes, from: start) {
      (ranges, headerBits) = (boxes, 0..<256)
    } else {
      // A frame of FLAC can look like a frame of AAC.
      let isFLAC = Bytes.find("fLaC", in: bytes) != nil || bytes.dropFirst().starts(with: [0, 0, 34])
      let frames = isFLAC ? [] : Self.frames(bytes)
      let starts = frames.isEmpty ? FLACFrames.starts(bytes) : []
      ranges = frames + zip(starts, starts.dropFirst() + [bytes.count]).map { $0..<$1 }
      headerBits = frames.isEmpty ? 15..<128 : 11..<32
    }
  }

  private static func transportPackets(_ bytes: [UInt8], from start: Int) -> [Range<Int>]? {
    guard bytes.count > start + 2 * 188, bytes[start] == 0x47, bytes[start + 188] == 0x47 else { return nil }
    return stride(from: start, through: bytes.count - 188, by: 188).map { $0..<($0 + 188) }
  }

  /// The boxes of a file, and the boxes inside those that only contain other boxes.
  private static func boxes(_ bytes: [UInt8], from start: Int) -> [Range<Int>]? {
    let nests = ["moov", "trak", "mdia", "minf", "stbl", "moof", "traf", "mvex", "edts"].map { Array($0.utf8) }
    var boxes: [Range<Int>] = []
    var place = start
    while place + 8 <= bytes.count {
      let size = bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
      let name = Array(bytes[(place + 4)..<(place + 8)])
      let isBox =
        size >= 8 && place + size <= bytes.count && name.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0xA9 }
      guard isBox else { break }
      boxes.append(place..<(place + size))
      place += nests.contains(name) ? 8 : size
    }
    return boxes.isEmpty ? nil : boxes
  }

  /// Frames of MPEG audio and ADTS, with the lengths that their headers give.
  private static func frames(_ bytes: [UInt8]) -> [Range<Int>] {
    var frames: [Range<Int>] = []
    var place = 0
    while place + ADTSHeader.size <= bytes.count {
      if bytes[place] == 0xFF, let length = FrameLength.ofFrame(in: bytes, at: place), place + length <= bytes.count {
        frames.append(place..<(place + length))
        place += length
      } else {
        place += 1
      }
    }
    return frames
  }
}
