import Parser

/// MP4 files without fragments, built by hand.
extension MP4Sample {
  /// The error text for a file whose index cannot be reached.
  static let indexAtEnd =
    "an MP4 file whose index is at its end (save it and play the file, or put the index in front: "
    + "'ffmpeg -i FILE -c copy -movflags +faststart NEW.mp4')"

  /// The layout of a file's track.
  struct Layout {
    /// The numbers of samples in a chunk, used in turn and repeated.
    var chunks = [10]
    /// The numbers of the chunks' sample descriptions, used in turn and repeated.
    var descriptions = [1]
    /// The sample descriptions.
    var entries = [MP4Sample.aac]
    /// Bytes of another track behind each chunk.
    var gap = 0
    /// Bits per sample size in the size table; 32 gives `stsz`, other values `stz2`.
    var sizeBits = 32
    /// True when chunk positions have 64 bits.
    var isLong = false
    /// True when the index is behind the sound.
    var indexIsLast = false
    /// True when the file holds the chunks from the last to the first.
    var isReversed = false
    /// The edit list's only entry: its start in the track's time units, and its length in 1/1000 s.
    var edit: (start: Int, length: Int)?
    /// The duration of the last sample in time units; the other samples have 1024.
    var lastDuration = 1024
    /// Bytes in front of the first chunk.
    var padding = 0
    /// Boxes of the index before the track.
    var before: [UInt8] = []
    /// Boxes of the index behind the track.
    var behind: [UInt8] = []
  }

  /// A table with `head`, the number of rows, and `rows`.
  static func table(_ name: String, _ rows: [[UInt8]], head: [UInt8] = []) -> [UInt8] {
    full(name, head, number(rows.count), rows.flatMap { $0 })
  }

  /// An audio track with these tables.
  static func track(tables: [UInt8], entries: [[UInt8]] = [aac], edit: (start: Int, length: Int)? = nil) -> [UInt8] {
    let list = edit.map { edit in
      box("edts", full("elst", number(1), number(edit.length), number(edit.start), number(1 << 16)))
    }
    return box(
      "trak", full("tkhd", number(0, 8), number(1), number(0, 60)), list ?? [],
      box(
        "mdia", full("mdhd", number(0, 8), number(44100), number(0, 8)),
        full("hdlr", number(0), Array("soun".utf8), number(0, 12), [0]),
        box("minf", box("stbl", table("stsd", entries), tables))))
  }

  /// An index of `tracks`, with a time scale of 1/1000 s.
  static func index(_ tracks: [UInt8]..., extra: [UInt8] = []) -> [UInt8] {
    box("moov", full("mvhd", number(0, 8), number(1000), number(0, 84)), tracks.flatMap { $0 }, extra)
  }

  /// A file with `samples` of AAC.
  static func file(_ samples: [[UInt8]], _ layout: Layout = Layout()) -> [UInt8] {
    var media = [UInt8](repeating: 0x55, count: layout.padding)
    var starts: [Int] = []
    var runs: [[UInt8]] = []
    var groups: [ArraySlice<[UInt8]>] = []
    var rest = samples[...]
    while !rest.isEmpty {
      let count = layout.chunks[groups.count % layout.chunks.count]
      groups.append(rest.prefix(count))
      let description = layout.descriptions[(groups.count - 1) % layout.descriptions.count]
      runs.append([groups.count, groups[groups.count - 1].count, description].flatMap { number($0) })
      rest = rest.dropFirst(count)
    }
    starts = [Int](repeating: 0, count: groups.count)
    for group in layout.isReversed ? Array(groups.indices.reversed()) : Array(groups.indices) {
      starts[group] = media.count
      media += groups[group].flatMap { $0 } + [UInt8](repeating: 0xAA, count: layout.gap)
    }
    func index(_ base: Int) -> [UInt8] {
      let places = starts.map { number($0 + base, layout.isLong ? 8 : 4) }
      let lasts = number(1) + number(layout.lastDuration)
      let durations = [number(samples.count - 1) + number(1024), lasts]
      let tables =
        table("stts", durations) + table("stsc", runs) + sizes(samples.map(\.count), bits: layout.sizeBits)
        + table(layout.isLong ? "co64" : "stco", places)
      let sound = track(tables: tables, entries: layout.entries, edit: layout.edit)
      return MP4Sample.index(layout.before, sound, extra: layout.behind)
    }
    let mdat = box("mdat", media)
    if layout.indexIsLast { return type + mdat + index(type.count + 8) }
    return type + index(type.count + index(0).count + 8) + mdat
  }

  /// The size table of `sizes`.
  static func sizes(_ sizes: [Int], bits: Int = 32) -> [UInt8] {
    if bits == 32 { return table("stsz", sizes.map { number($0) }, head: number(0)) }
    if bits == 4 {
      let halves = sizes + [0]
      let pairs = stride(from: 0, to: sizes.count, by: 2).map { UInt8(halves[$0] << 4 | halves[$0 + 1]) }
      return full("stz2", number(4), number(sizes.count), pairs)
    }
    return full("stz2", number(bits), number(sizes.count), sizes.flatMap { number($0, bits / 8) })
  }
}
