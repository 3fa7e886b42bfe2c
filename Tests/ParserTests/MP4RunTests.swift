import AudioCore
import Parser
import Testing

@Suite("Unusual runs of samples in MP4 fragments")
struct MP4RunTests {
  private static let frames = (0..<40).map { [UInt8](repeating: UInt8($0), count: 60) }
  private static let index = MP4Sample.type + MP4Sample.movie(MP4Sample.track(entry: MP4Sample.aac))
  private static let all = 0xFFFF_FFFF

  private static func number(_ value: Int) -> [UInt8] { MP4Sample.number(value) }

  private static func run(_ flags: Int, _ count: Int, _ rest: Int...) -> [UInt8] {
    MP4Sample.full("trun", flags: flags, number(count), rest.flatMap { number($0) })
  }

  /// A fragment of `runs` with its media data. `size` is the samples' length in bytes where the runs give none.
  private static func fragment(_ runs: [UInt8], track: Int = 1, size: Int = 10) -> [UInt8] {
    let head = MP4Sample.full("tfhd", flags: 0x2_0010, number(track), number(size))
    return MP4Sample.box("moof", MP4Sample.full("mfhd", number(1)), MP4Sample.box("traf", head, runs)) + media
  }

  private static let media = MP4Sample.box("mdat", [UInt8](repeating: 0x21, count: 64))

  /// The packets of `stream` that come before those of a valid fragment behind it. The valid fragment's packets must
  /// always come out.
  private static func packets(_ stream: [UInt8]) -> [[UInt8]] {
    let parsing = Parsing(stream + MP4Sample.fragment(frames, time: 0))
    #expect(parsing.error == nil)
    let raw = parsing.bytes.map { Array($0.dropFirst(7)) }
    #expect(Array(raw.suffix(frames.count)) == frames)
    return raw.dropLast(frames.count)
  }

  @Test("a run without samples gives no packet, wherever it is")
  func empty() {
    let long = Self.number(4096) + Array("moof".utf8)  // its length includes the media data
    for (name, stream) in [
      ("behind a run that lies before the data", Self.fragment(Self.run(0x201, 1, 0, 10) + Self.run(0x201, 0, 120))),
      ("the same, without a table", Self.fragment(Self.run(0x201, 1, 0, 10) + Self.run(1, 0, 120))),
      ("alone", Self.fragment(Self.run(0x201, 0, 100))),
      ("alone, without a table", Self.fragment(Self.run(1, 0, 100))),
      (
        "in a fragment that does not end",
        long + MP4Sample.full("mfhd", Self.number(1)) + Self.number(2048) + Array("traf".utf8)
          + MP4Sample.full("tfhd", flags: 0x2_0000, Self.number(1)) + Self.run(0x201, 0, 100) + Self.media
      ),
    ] {
      #expect(Self.packets(Self.index + stream).isEmpty, "\(name)")
    }
  }

  @Test("runs whose lengths sum to more than Int.max give no packet, for a known and an unknown track")
  func sums() {
    let runs = [[UInt8]](repeating: Self.run(0, Self.all), count: 2100).flatMap { $0 }
    for track in [1, 7] {
      let stream = Self.fragment(runs, track: track, size: 1 << 20)
      #expect(Self.packets(Self.index + stream).isEmpty)
      #expect(Self.packets(stream + Self.index).isEmpty)
    }
  }

  @Test("a fragment time of Int.max does not stop the sound", arguments: [0, 1023, 1 << 62, .max - 1])
  func latest(time: Int) {
    let sample = [UInt8](repeating: 0x21, count: 10)
    let stream =
      Self.index + MP4Sample.fragment([sample], time: .max) + MP4Sample.fragment([sample], time: time)
    #expect(Self.packets(stream) == [sample, sample])
    #expect(Parsing(stream).discontinuities.first == 0)
  }
}
