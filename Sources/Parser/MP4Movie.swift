/// Gathers what a movie box, `moov`, says (ISO/IEC 14496-12 8.2 to 8.8): the first track of sound that we can play, and
/// what holds for its fragments.
struct MP4Movie: Sendable {
  /// Tracks of which defaults are kept.
  private static let mostTracks = 32

  /// The track to be played.
  private(set) var track: MP4Track?
  /// What is played, as tags of the file say it.
  private(set) var tags = TrackTags()
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
  }

  /// Takes a box within `parent`, by its `body`.
  mutating func take(_ type: BoxType, in parent: BoxType, _ body: ArraySlice<UInt8>) {
    var reader = ByteReader(body)
    guard let version = reader.integer(1), reader.skip(3) != nil else { return }
    let timeSize = version == 1 ? 8 : 4
    switch (parent, type) {
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
    case ("edts", "elst"): current.start = Self.start(&reader, timeSize: timeSize)
    case ("stbl", "stsd"): current.coding = SampleDescription.coding(body)
    case ("mvex", "trex"):
      guard let id = reader.integer(4), reader.skip(4) != nil, let duration = reader.integer(4),
        let size = reader.integer(4), defaults.count < Self.mostTracks
      else { return }
      defaults[id] = FragmentRun.Defaults(duration: duration, size: size)
    case ("©nam", "data"): tags.title = Self.text(body)
    case ("©ART", "data"): tags.artists = Self.text(body).map { [$0] } ?? []
    default: break
    }
  }

  /// Where the first edit begins that is not empty (8.6.6).
  private static func start(_ reader: inout ByteReader, timeSize: Int) -> Int? {
    guard let count = reader.integer(4) else { return nil }
    for _ in 0..<min(count, 8) {
      guard reader.skip(timeSize) != nil, let time = reader.bytes(timeSize), reader.skip(4) != nil else { return nil }
      let isEmpty = time.allSatisfy { $0 == 0xFF }
      if !isEmpty { return time.first.map { $0 < 0x80 } == true ? time.reduce(0) { $0 << 8 | Int($1) } : nil }
    }
    return nil
  }

  /// UTF-8 behind its type and language (Apple, "QuickTime File Format", "Metadata").
  private static func text(_ body: ArraySlice<UInt8>) -> String? {
    body.starts(with: [0, 0, 0, 1]) ? String(decoding: body.dropFirst(8), as: UTF8.self) : nil
  }
}
