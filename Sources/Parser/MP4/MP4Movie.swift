/// Gathers what a movie box, `moov`, says (ISO/IEC 14496-12 8.2 to 8.8): the first track of sound that we can play, and
/// what holds for its fragments.
struct MP4Movie: Sendable {
  /// Tracks of which defaults are kept.
  private static let mostTracks = 32

  /// The track to be played.
  private(set) var track: MP4Track?
  /// What is played, as tags of the file say it.
  private(set) var tags = TrackTags()
  /// Units of ``MP4Track/length`` in a second.
  private(set) var timescale = 0
  /// True when an extension says that fragments follow.
  private(set) var hasFragments = false
  private var current = MP4Track()
  private var defaults: [Int: FragmentRun.Defaults] = [:]
  private var unsupported: String?
  private var hasVideo = false

  /// What there is instead when there is no ``track``.
  var kind: String { unsupported ?? (hasVideo ? "video without sound" : "an MP4 file without sound") }

  /// What holds for samples of the track called `id`.
  func defaults(of id: Int) -> FragmentRun.Defaults { defaults[id] ?? FragmentRun.Defaults() }

  /// A track's box begins.
  mutating func beginTrack() { current = MP4Track() }

  /// The track's box has ended.
  mutating func endTrack() {
    switch (current.kind, current.coding) {
    case (.sound, .unsupported(let kind)): unsupported = unsupported ?? kind
    case (.sound, _): track = track ?? current
    case (.video, _): hasVideo = true
    case (.other, _): break
    }
    current = MP4Track()
  }

  /// Bytes of memory that tables take.
  var memory: Int { current.tables.memory + (track?.tables.memory ?? 0) }

  /// The track's table of samples called `type` begins, `size` bytes long. False when it is not kept: it is of no
  /// use, as another track is played or this one is no sound, or it is too long.
  mutating func beginTable(_ type: BoxType, size: Int) -> Bool {
    track == nil && current.kind != .video && current.tables.begin(type, size: size)
  }

  /// Appends to the table that has begun; see ``SampleTables/append(_:to:left:)``.
  mutating func appendTable(_ bytes: [UInt8], to type: BoxType, left: Int) {
    current.tables.append(bytes, to: type, left: left)
  }

  /// The tables of the track that is played; they are not kept here any longer.
  mutating func takeTables() -> SampleTables {
    defer { track?.tables = SampleTables() }
    return track?.tables ?? SampleTables()
  }

  /// Takes a box within `parent`, by its `body`.
  mutating func take(_ type: BoxType, in parent: BoxType, _ body: ArraySlice<UInt8>) {
    var reader = ByteReader(body)
    guard let version = reader.integer(1), reader.skip(3) != nil else { return }
    let timeSize = version == 1 ? 8 : 4
    switch (parent, type) {
    case ("moov", "mvhd"):
      guard reader.skip(2 * timeSize) != nil, let timescale = reader.integer(4) else { return }
      self.timescale = timescale
    case ("trak", "tkhd"):
      guard reader.skip(2 * timeSize) != nil, let id = reader.integer(4) else { return }
      current.id = id
    case ("mdia", "mdhd"):
      guard reader.skip(2 * timeSize) != nil, let timescale = reader.integer(4) else { return }
      current.timescale = timescale
    case ("mdia", "hdlr"):
      guard reader.skip(4) != nil, let name = reader.integer(4) else { return }
      switch BoxType(rawValue: UInt32(name)) {
      case "soun": current.kind = .sound
      case "vide": current.kind = .video
      default: current.kind = .other
      }
    case ("edts", "elst"): (current.start, current.length) = Self.edit(&reader, timeSize: timeSize)
    case ("stbl", "stsd"): current.coding = SampleDescription.coding(body)
    case ("mvex", "trex"):
      hasFragments = true
      guard let id = reader.integer(4), reader.skip(4) != nil, let duration = reader.integer(4),
        let size = reader.integer(4), defaults.count < Self.mostTracks
      else { return }
      defaults[id] = FragmentRun.Defaults(duration: duration, size: size)
    case ("©nam", "data"): tags.title = Self.text(body)
    case ("©ART", "data"): tags.artists = Self.text(body).map { [$0] } ?? []
    default: break
    }
  }

  /// Where the first edit begins that is not empty, and how long it is when no other follows (8.6.6).
  private static func edit(_ reader: inout ByteReader, timeSize: Int) -> (start: Int?, length: Int?) {
    guard let count = reader.integer(4) else { return (nil, nil) }
    for row in 0..<min(count, 8) {
      guard let length = reader.bytes(timeSize), let time = reader.bytes(timeSize), reader.skip(4) != nil else { break }
      if time.allSatisfy({ $0 == 0xFF }) { continue }
      guard let first = time.first, first < 0x80 else { break }
      var lengthReader = ByteReader(length)
      return (time.reduce(0) { $0 << 8 | Int($1) }, row + 1 == count ? lengthReader.integer(timeSize) : nil)
    }
    return (nil, nil)
  }

  /// UTF-8 behind its type and language (Apple, "QuickTime File Format", "Metadata").
  private static func text(_ body: ArraySlice<UInt8>) -> String? {
    body.starts(with: [0, 0, 0, 1]) ? String(decoding: body.dropFirst(8), as: UTF8.self) : nil
  }
}
