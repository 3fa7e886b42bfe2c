/// Fragmented MP4, built by hand.
enum MP4Sample {
  static func number(_ value: Int, _ size: Int = 4) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  static func box(_ name: String, _ parts: [UInt8]...) -> [UInt8] {
    let body = parts.flatMap { $0 }
    return number(body.count + 8) + name.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } + body
  }

  /// A box with version and flags.
  static func full(_ name: String, version: UInt8 = 0, flags: Int = 0, _ parts: [UInt8]...) -> [UInt8] {
    box(name, [version] + number(flags, 3) + parts.flatMap { $0 })
  }

  // MARK: Index

  static let type = box("ftyp", Array("iso5".utf8), number(0))

  /// A track with 44100 time units per second; `start` is the start in its edit list.
  static func track(
    id: Int = 1, handler: String = "soun", entry: [UInt8], start: Int? = nil, version: UInt8 = 0
  ) -> [UInt8] {
    let size = version == 1 ? 8 : 4
    let times = number(0, 2 * size)
    let edit = start.map { start in
      let empty = number(5, size) + number(-1, size) + number(1 << 16)
      return box(
        "edts", full("elst", version: version, number(2), empty, number(0, size), number(start, size), number(1 << 16)))
    }
    return box(
      "trak", full("tkhd", version: version, times, number(id), number(0, 60)), edit ?? [],
      box(
        "mdia", full("mdhd", version: version, times, number(44100), number(0, size + 4)),
        full("hdlr", number(0), Array(handler.utf8), number(0, 12), [0]),
        box("minf", box("stbl", full("stsd", number(1), entry)))))
  }

  static func movie(_ tracks: [UInt8]..., extra: [UInt8] = [], ids: [Int] = [1]) -> [UInt8] {
    let defaults = ids.flatMap { full("trex", number($0), number(1), number(1024), number(0), number(0)) }
    return box("moov", full("mvhd", number(0, 96)), tracks.flatMap { $0 }, box("mvex", defaults), extra)
  }

  /// An audio sample entry.
  static func entry(_ name: String, _ boxes: [UInt8]...) -> [UInt8] {
    box(
      name, number(1, 8), number(0, 8), number(2, 2), number(16, 2), number(0), number(44100 << 16),
      boxes.flatMap { $0 })
  }

  /// A sample entry of MPEG-4 audio: an object type and the decoder's configuration.
  static func mp4a(objectType: UInt8 = 0x40, _ config: [UInt8]) -> [UInt8] {
    func descriptor(_ kind: UInt8, _ body: [UInt8]) -> [UInt8] { [kind, 0x80, 0x80, 0x80, UInt8(body.count)] + body }
    let decoder = descriptor(4, [objectType, 0x15] + number(0, 11) + descriptor(5, config))
    return entry("mp4a", full("esds", descriptor(3, [0, 1, 0] + decoder + descriptor(6, [2]))))
  }

  /// AAC-LC at 44.1 kHz in stereo.
  static let aac = mp4a([0x12, 0x10])

  // MARK: Fragments

  /// A fragment of one track that begins at `time`, with its media data.
  static func fragment(_ samples: [[UInt8]], time: Int?, track: Int = 1, version: UInt8 = 1) -> [UInt8] {
    func moof(_ offset: Int) -> [UInt8] {
      let sizes = samples.flatMap { number($0.count) }
      return box(
        "moof", full("mfhd", number(1)),
        box(
          "traf", full("tfhd", flags: 0x2_0000, number(track)),
          time.map { full("tfdt", version: version, number($0, version == 1 ? 8 : 4)) } ?? [],
          full("trun", flags: 0x201, number(samples.count), number(offset), sizes)))
    }
    return moof(moof(0).count + 8) + box("mdat", samples.flatMap { $0 })
  }

  /// The raw AAC inside the ADTS frames of `Sample`.
  static func raw(_ frames: [[UInt8]]) -> [[UInt8]] { frames.map { Array($0.dropFirst(7)) } }

  /// The ADTS frame that the parser makes from ``raw(_:)``: AAC-LC at 44.1 kHz in stereo.
  static let frame = Sample.ADTS()

  /// An event message with a title. `ticks` is its time in 1/1000 s: from the next fragment's start in version 0,
  /// absolute in version 1.
  static func message(_ title: String, ticks: Int, version: UInt8, scheme: String = "https://aomedia.org/emsg/ID3")
    -> [UInt8]
  {
    let names = Array(scheme.utf8) + [0, 0]
    let rest = number(0, 8) + (version == 0 ? [] : names) + ID3Sample.titled(title)
    return full(
      "emsg", version: version, version == 0 ? names : [], number(1000), number(ticks, version == 0 ? 4 : 8), rest)
  }

  /// `frames` behind an index, in fragments of `each` frames.
  static func stream(_ frames: [[UInt8]], each: Int = 10, from time: Int = 0, start: Int? = nil) -> [UInt8] {
    var stream = type + movie(track(entry: aac, start: start))
    for first in stride(from: 0, to: frames.count, by: each) {
      stream += box("styp", Array("msdh".utf8), number(0))
      stream += fragment(raw(Array(frames[first..<min(first + each, frames.count)])), time: time + first * 1024)
    }
    return stream
  }
}
