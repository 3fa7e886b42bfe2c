import Bytes

/// Collects what a movie box, `moov`, states (ISO/IEC 14496-12 8.2 to 8.8): the first audio track that can be played,
/// and the defaults for its fragments.
struct MP4Movie: Sendable {
  /// Maximum number of tracks whose defaults are kept.
  private static let maximumTracks = 32

  /// The track to play.
  private(set) var track: MP4Track?
  /// Artist and title, as tags of the file state them.
  private(set) var tags = TrackTags()
  /// Units of ``MP4Track/length`` per second.
  private(set) var timescale = 0
  /// True when an extension box announces fragments.
  private(set) var hasFragments = false
  private var current = MP4Track()
  private var defaults: [Int: FragmentRun.Defaults] = [:]
  private var unsupported: String?
  private var hasVideo = false
  /// The name of the free tag that is read, and what it states about the encoder.
  private var freeTag = ""
  private var gap: ITunesGap?

  /// The name of the content when there is no ``track``.
  var kind: String { unsupported ?? (hasVideo ? "video without sound" : "an MP4 file without sound") }

  /// Returns the defaults for samples of the track `id`.
  func defaults(of id: Int) -> FragmentRun.Defaults { defaults[id] ?? FragmentRun.Defaults() }

  /// Begins a track.
  mutating func beginTrack() { current = MP4Track() }

  /// Ends the track.
  mutating func endTrack() {
    switch (current.kind, current.coding) {
    case (.sound, .unsupported(let kind)): unsupported = unsupported ?? kind
    case (.sound, _):
      if let gap { current.apply(gap) }
      track = track ?? current
    case (.video, _): hasVideo = true
    case (.other, _): break
    }
    current = MP4Track()
  }

  /// Bytes of memory that tables take.
  var memory: Int { current.tables.memory + (track?.tables.memory ?? 0) }

  /// Begins a table `type` of the track's samples, `size` bytes long. False when the table is not kept: another track
  /// is played, this one is video, or ``SampleTables/begin(_:size:)`` refuses it.
  mutating func beginTable(_ type: FourCC, size: Int) -> Bool {
    track == nil && current.kind != .video && current.tables.begin(type, size: size)
  }

  /// Appends to the table that has begun; see ``SampleTables/append(_:to:left:)``.
  mutating func appendTable(_ bytes: [UInt8], to type: FourCC, left: Int) {
    current.tables.append(bytes, to: type, left: left)
  }

  /// Returns the tables of the track to play, which are not kept here any longer.
  mutating func takeTables() -> SampleTables {
    defer { track?.tables = SampleTables() }
    return track?.tables ?? SampleTables()
  }

  /// Reads the `body` of a box within `parent`.
  mutating func read(_ type: FourCC, in parent: FourCC, _ body: ArraySlice<UInt8>) {
    var reader = ByteReader(body)
    guard let version = reader.integer(1), reader.skip(3) != nil else { return }
    let timeSize = version == 1 ? 8 : 4
    func numberBehindTimes() -> Int? { reader.skip(2 * timeSize).flatMap { reader.integer(4) } }
    switch (parent, type) {
    case ("moov", "mvhd"): timescale = numberBehindTimes() ?? timescale
    case ("trak", "tkhd"): current.id = numberBehindTimes() ?? current.id
    case ("mdia", "mdhd"): current.timescale = numberBehindTimes() ?? current.timescale
    case ("mdia", "hdlr"):
      guard reader.skip(4) != nil, let name = reader.code() else { return }
      switch name {
      case "soun": current.kind = .sound
      case "vide": current.kind = .video
      default: current.kind = .other
      }
    case ("edts", "elst"): (current.start, current.length) = Self.edit(&reader, timeSize: timeSize)
    case ("stbl", "stsd"): (current.coding, current.tables.descriptions) = SampleDescription.read(body)
    case ("mvex", "trex"):
      hasFragments = true
      guard let id = reader.integer(4), reader.skip(4) != nil, let duration = reader.integer(4),
        let size = reader.integer(4), defaults.count < Self.maximumTracks
      else { return }
      defaults[id] = FragmentRun.Defaults(duration: duration, size: size)
    case ("----", "name"): freeTag = String(decoding: body.dropFirst(4), as: UTF8.self)
    case ("----", "data"):
      guard freeTag == ITunesGap.name, gap == nil else { return }
      gap = Self.text(body).flatMap { ITunesGap($0) }
      if let gap { track?.apply(gap) }
    case ("©nam", "data"): tags.title = Self.text(body)
    case ("©ART", "data"): tags.artists = Self.text(body).map { [$0] } ?? []
    default: break
    }
  }

  /// Returns where the first edit begins that is not empty, and its length when no other edit follows (8.6.6).
  private static func edit(_ reader: inout ByteReader, timeSize: Int) -> (start: Int?, length: Int?) {
    guard let count = reader.integer(4) else { return (nil, nil) }
    for row in 0..<min(count, 8) {
      guard let length = reader.bytes(timeSize), let time = reader.bytes(timeSize), reader.skip(4) != nil else { break }
      if time.allSatisfy({ $0 == 0xFF }) { continue }
      guard let first = time.first, first < 0x80 else { break }
      var lengthReader = ByteReader(length)
      return (Int(bigEndianBytes: time), row + 1 == count ? lengthReader.integer(timeSize) : nil)
    }
    return (nil, nil)
  }

  /// Returns the UTF-8 text behind its type and language (Apple, "QuickTime File Format", "Metadata").
  private static func text(_ body: ArraySlice<UInt8>) -> String? {
    body.starts(with: [0, 0, 0, 1]) ? String(decoding: body.dropFirst(8), as: UTF8.self) : nil
  }
}
