import AudioCore
import Bytes

/// Reads a sample description box, `stsd` (ISO/IEC 14496-12 8.5.2 and 12.2.3).
enum SampleDescription {
  /// Bytes of an audio entry before the boxes within it, without its size and name.
  private static let entrySize = 28
  /// The same by the entry's version; 1 and 2 are QuickTime's (QuickTime File Format, "Sound Sample Description").
  private static let versionSizes = [entrySize, entrySize + 16, entrySize + 36]

  /// Entries that are read; a joined recording has one for each part.
  private static let maximumEntries = 64

  /// Returns the coding of the track's samples, by the first entry of the box's `body`, and the numbers, from 1, of the
  /// entries that describe the same coding.
  static func read(_ body: ArraySlice<UInt8>) -> (coding: MP4Coding, entries: Set<Int>) {
    var reader = ByteReader(body)
    var entries: Set = [1]
    guard reader.skip(8) != nil, let first = coding(&reader) else {
      return (.unsupported(kind: "an MP4 file that does not say how it is coded"), entries)
    }
    for number in 2...maximumEntries {
      guard let next = coding(&reader) else { break }
      if next == first { entries.insert(number) }
    }
    return (first, entries)
  }

  /// Returns the coding that the next entry describes; nil without an entry of sound.
  private static func coding(_ reader: inout ByteReader) -> MP4Coding? {
    guard let size = reader.integer(4), let type = reader.code(), size >= 8,
      let entry = reader.bytes(min(size - 8, reader.count)), entry.count >= entrySize
    else { return nil }
    let version = Int(entry[entry.startIndex + 9])
    let boxes = entry.dropFirst(versionSizes.indices.contains(version) ? versionSizes[version] : entrySize)
    switch type {
    case "mp4a": return box("esds", in: boxes).map(elementary) ?? .unsupported(kind: "AAC that is not described")
    case ".mp3": return .mpegAudio
    case "Opus": return box("dOps", in: boxes).flatMap(opus) ?? .unsupported(kind: "Opus that is not described")
    case "fLaC": return box("dfLa", in: boxes).flatMap(flac) ?? .unsupported(kind: "FLAC that is not described")
    case "alac": return box("alac", in: boxes).flatMap(alac) ?? .unsupported(kind: "ALAC that is not described")
    default: return .unsupported(kind: names[type] ?? "an MP4 file coded as '\(type.text)'")
    }
  }

  private static let names: [FourCC: String] = [
    "ac-3": "AC-3", "ec-3": "E-AC-3", "ac-4": "AC-4", "mlpa": "Dolby TrueHD",
    "enca": "an encrypted MP4 file", "drms": "an encrypted MP4 file", "samr": "AMR", "sawb": "AMR", "dtsc": "DTS",
    "dtsh": "DTS", "dtsl": "DTS", "dtse": "DTS", "mha1": "MPEG-H 3D Audio", "mhm1": "MPEG-H 3D Audio",
    "sowt": uncompressed, "twos": uncompressed, "lpcm": uncompressed, "ipcm": uncompressed, "fpcm": uncompressed,
    "in24": uncompressed, "in32": uncompressed, "fl32": uncompressed, "ulaw": uncompressed, "alaw": uncompressed,
  ]
  private static let uncompressed = "uncompressed sound in an MP4 file"

  /// Returns the body of the first box `wanted`; QuickTime puts some boxes into a `wave` box.
  private static func box(_ wanted: FourCC, in bytes: ArraySlice<UInt8>, isNested: Bool = false) -> ArraySlice<UInt8>? {
    var reader = ByteReader(bytes)
    while let size = reader.integer(4), let type = reader.code(), size >= 8, let body = reader.bytes(size - 8) {
      if type == wanted { return body }
      if type == "wave", !isNested, let found = box(wanted, in: body, isNested: true) { return found }
    }
    return nil
  }

  // MARK: MPEG-4 descriptors

  /// Reads the coding from an elementary stream descriptor (ISO/IEC 14496-1 7.2.6.5 and 7.2.6.6).
  private static func elementary(_ body: ArraySlice<UInt8>) -> MP4Coding {
    let unknown = MP4Coding.unsupported(kind: "AAC that is not described")
    guard let stream = descriptor(3, in: body.dropFirst(4)) else { return unknown }
    var reader = ByteReader(stream)
    guard reader.skip(2) != nil, let flags = reader.integer(1) else { return unknown }
    if flags & 0x80 != 0 { _ = reader.skip(2) }
    if flags & 0x40 != 0 { _ = reader.integer(1).flatMap { reader.skip($0) } }
    if flags & 0x20 != 0 { _ = reader.skip(2) }
    guard let decoder = descriptor(4, in: reader.rest), let objectType = decoder.first else { return unknown }
    let decoderFixedSize = 13
    switch objectType {
    case 0x40, 0x66, 0x67, 0x68:
      guard let setup = descriptor(5, in: decoder.dropFirst(decoderFixedSize)) else { return unknown }
      switch AudioSpecificConfig.read(setup) {
      case .config(let config): return .aac(config)
      case .unsupported(let kind): return .unsupported(kind: kind)
      }
    case 0x69, 0x6B: return .mpegAudio
    case 0xA5: return .unsupported(kind: "AC-3")
    case 0xA6: return .unsupported(kind: "E-AC-3")
    case 0xA9, 0xAA, 0xAB, 0xAC: return .unsupported(kind: "DTS")
    case 0xDD: return .unsupported(kind: "Vorbis in an MP4 file")
    default: return .unsupported(kind: "an MP4 file coded as MPEG-4 object \(objectType)")
    }
  }

  /// Returns the body of the first descriptor of kind `wanted`: a byte names it, and its size follows in bytes of seven
  /// bits.
  private static func descriptor(_ wanted: Int, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var reader = ByteReader(bytes)
    while let kind = reader.integer(1) {
      var size = 0
      var goesOn = true
      for _ in 0..<4 where goesOn {
        guard let byte = reader.integer(1) else { return nil }
        size = size << 7 | byte & 0x7F
        goesOn = byte & 0x80 != 0
      }
      guard let body = reader.bytes(min(size, reader.count)) else { return nil }
      if kind == wanted { return body }
    }
    return nil
  }

  // MARK: Opus, FLAC and ALAC

  /// Longest block that is accepted, in frames; encoders use 4096.
  private static let maximumBlockLength = 16384

  /// Reads Apple's "ALAC Magic Cookie" (github.com/macosforge/alac, ALACMagicCookieDescription.txt): frames of a block,
  /// version, bits, three tuning parameters, channels, longest run, longest frame, mean bit rate, sample rate.
  private static func alac(_ body: ArraySlice<UInt8>) -> MP4Coding? {
    let cookieSize = 24
    var reader = ByteReader(body.dropFirst(4))
    guard body.count >= 4 + cookieSize, let blockSize = reader.integer(4), (1...maximumBlockLength).contains(blockSize),
      reader.integer(1) == 0, let bits = reader.integer(1), [16, 20, 24, 32].contains(bits), reader.skip(3) != nil,
      let channels = reader.integer(1), (1...8).contains(channels), reader.skip(10) != nil,
      let rate = reader.integer(4), (1...768_000).contains(rate)
    else { return nil }
    let cookie = body.prefix(4 + cookieSize)
    var box: [UInt8] = [0, 0, 0, UInt8(8 + cookie.count)]
    box += Array("alac".utf8)
    box += cookie
    return .alac(
      setup: .headers([box]), format: AudioFormat(sampleRate: rate, channels: channels), blockSize: blockSize)
  }

  /// Reads the box of "Encapsulation of Opus in ISO Base Media File Format" 4.3.2, whose numbers are big-endian; the
  /// Ogg header (RFC 7845 5.1) holds the same ones little-endian.
  private static func opus(_ body: ArraySlice<UInt8>) -> MP4Coding? {
    var reader = ByteReader(body)
    guard reader.integer(1) == 0, let channels = reader.integer(1), let preSkip = reader.bytes(2),
      let rate = reader.bytes(4), let gain = reader.bytes(2),
      let family = reader.integer(1), let mapping = family == 0 ? [] : reader.bytes(2 + channels)
    else { return nil }
    var header: [UInt8] = OpusMapping.mark
    header += [1, UInt8(channels)]
    for number in [preSkip, rate, gain] { header += number.reversed() }
    header.append(UInt8(family))
    header += mapping
    return OpusMapping(header).flatMap { opus in
      opus.setup.map { .opus(setup: $0, channels: channels, preSkip: opus.startTrim) }
    }
  }

  /// Reads the box of "Encapsulation of FLAC in ISO Base Media File Format" 3.3.2 and RFC 9639 8.2.
  private static func flac(_ body: ArraySlice<UInt8>) -> MP4Coding? {
    var reader = ByteReader(body)
    guard reader.skip(4) != nil, let head = reader.integer(4), head >> 24 & 0x7F == 0,
      let stream = FLACStreamInfo(reader.rest)
    else { return nil }
    return .flac(setup: .headers([stream.bytes]), format: stream.format, blockSize: stream.maximumBlock)
  }
}
