import Bytes

/// The segments of a JPEG file (ITU-T T.81, annex B).
enum JPEGFile {
  /// The most scans: a progressive picture of three components has about ten. Each takes the time of all pixels, but
  /// need only be a few bytes long.
  static let maximumScans = 64

  /// The second bytes of markers.
  private enum Marker {
    static let tables: Set<UInt8> = [0xC4, 0xDB, 0xDD]
    static let frames: ClosedRange<UInt8> = 0xC0...0xC2
    /// Lossless, hierarchical and arithmetic pictures.
    static let otherFrames: Set<UInt8> = [0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF]
    static let restarts: ClosedRange<UInt8> = 0xD0...0xD7
    static let start: UInt8 = 0xD8
    static let end: UInt8 = 0xD9
    static let scan: UInt8 = 0xDA
    /// Adobe's segment, which says how the colours are coded.
    static let adobe: UInt8 = 0xEE
  }

  /// Reads a file that begins with the marker of its start. Throws ``PictureError``.
  static func read(_ file: ArraySlice<UInt8>) throws(PictureError) -> EncodedPicture {
    var reader = ByteReader(file.dropFirst(2))
    var bytes: [UInt8] = [0xFF, Marker.start]
    var header: PictureHeader?
    var scans = 0
    while let marker = nextMarker(&reader) {
      switch marker {
      case Marker.end:
        guard let header, scans > 0 else { throw .damaged(.jpeg, reason: "has no pixels") }
        return EncodedPicture(header, decoder: "mjpeg", bytes: bytes + [0xFF, Marker.end])
      case Marker.restarts, 0x01: continue
      case Marker.start, Marker.otherFrames: throw .damaged(.jpeg, reason: "is of a kind that is not shown")
      default: break
      }
      guard let length = reader.integer(2), length >= 2, let body = reader.bytes(length - 2) else { break }
      switch marker {
      case Marker.frames:
        guard header == nil else { throw .damaged(.jpeg, reason: "has more than one size") }
        header = try Self.header(body)
      case Marker.scan:
        guard header != nil else { throw .damaged(.jpeg, reason: "does not say its size") }
        scans += 1
        guard scans <= maximumScans else { throw .damaged(.jpeg, reason: "has more than \(maximumScans) scans") }
      case Marker.tables, Marker.adobe: break
      default: continue
      }
      bytes += [0xFF, marker]
      bytes += UInt16(length).bigEndianBytes
      bytes += body
      if marker == Marker.scan { bytes += codedBytes(&reader) }
    }
    throw .damaged(.jpeg, reason: "is cut off")
  }

  /// Reads the next marker and returns its second byte; nil at the end of the file, and for other bytes.
  private static func nextMarker(_ reader: inout ByteReader) -> UInt8? {
    guard reader.bytes(1)?.first == 0xFF else { return nil }
    while let byte = reader.bytes(1)?.first {
      if byte != 0xFF { return byte == 0 ? nil : byte }  // more bytes of 0xFF fill the space
    }
    return nil
  }

  /// Reads the bytes of a scan up to the next marker that is not a restart.
  private static func codedBytes(_ reader: inout ByteReader) -> ArraySlice<UInt8> {
    let rest = reader.rest
    var place = rest.startIndex
    while place < rest.endIndex - 1 {
      if rest[place] == 0xFF, rest[place + 1] != 0, !Marker.restarts.contains(rest[place + 1]) { break }
      place += 1
    }
    return reader.bytes(place - rest.startIndex) ?? []
  }

  /// Reads the segment of a frame.
  private static func header(_ body: ArraySlice<UInt8>) throws(PictureError) -> PictureHeader {
    var fields = ByteReader(body)
    guard let bits = fields.integer(1), let height = fields.integer(2), let width = fields.integer(2) else {
      throw .damaged(.jpeg, reason: "does not say its size")
    }
    guard bits == 8 else { throw .damaged(.jpeg, reason: "has \(bits) bits a colour, which are not shown") }
    return try PictureHeader(.jpeg, width: width, height: height)
  }
}

/// Lets a set stand in a `case`.
private func ~= (set: Set<UInt8>, byte: UInt8) -> Bool { set.contains(byte) }
