import AudioCore
import Broadcast
import NIOPosix
import TestSupport
import Testing

@Suite("A broadcast program")
struct ProgramTests {
  private static let music = BroadcasterTests.music
  /// The number of frames of the demo, which Scripts/make-demo prints.
  private static let frameCount = 2240

  private static func recording(_ bytes: [UInt8], _ name: String) -> Recording {
    Recording(content: .bytes(bytes), name: name, cues: [.init(frame: 0, title: name)])
  }

  @Test("the demo's program repeats its music byte by byte, with a title for each part")
  func demo() throws {
    let parts = [(0, "Thaw"), (320, "First Buds"), (960, "Open Window"), (1600, "Long Evening")]
    let cues = parts.map { Recording.Cue(frame: $0.0, title: $0.1) }
    let program = Program([Recording(content: .embedded(BroadcasterTests.demoBytes), name: "demo", cues: cues)])
    for _ in 0..<2 {
      var bytes: [UInt8] = []
      var titles: [String] = []
      for frame in 0..<Self.frameCount {
        let (packet, title) = try program.next()
        bytes += packet.bytes
        if titles.last != title {
          titles.append(title)
          #expect(parts.contains { $0 == (frame, title) })
        }
      }
      #expect(bytes == Self.music)
      #expect(titles == parts.map(\.1))
    }
  }

  @Test("a program plays its recordings in order and then starts again")
  func rotation() throws {
    let half = Self.music.prefix(20_900)
    let program = Program([Self.recording(Array(half), "one"), Self.recording(Array(half), "two")])
    var titles: [String] = []
    for _ in 0..<200 {
      let title = try program.next().title
      if titles.last != title { titles.append(title) }
    }
    #expect(titles == ["one", "two", "one", "two"])
  }

  @Test(
    "a recording that is neither MP3 nor AAC is refused before the station starts",
    .enabled(if: ProcessRunner.hasPrograms("ffmpeg")), arguments: [("vorbis", "Vorbis"), ("opus", "Opus")])
  func otherCodecs(encoder: String, name: String) async throws {
    let scratch = try Scratch()
    let path = scratch.path("song.ogg")
    let result = try ProcessRunner.run(
      "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "sine=d=2", "-c:a", "lib\(encoder)", path])
    try #require(result.exitCode == 0, "\(result.errorText)")
    let station = Broadcaster(recordings: [.file(path)], group: .singleton)
    await #expect(throws: TuneError.unsupported(source: path, kind: "\(name) in a broadcast of MP3 or AAC")) {
      try await station.start()
    }
  }

  @Test("a program skips a recording that cannot be read, and fails when it can read none")
  func failures() throws {
    let bad = Recording.file("/nowhere/a.mp3")
    let program = Program([bad, Self.recording(Array(Self.music.prefix(5000)), "good"), bad])
    for _ in 0..<50 { #expect(try program.next().title == "good") }
    let hopeless = Program([bad, bad])
    #expect(throws: TuneError.cannotRead(path: "/nowhere/a.mp3", reason: "No such file or directory")) {
      try hopeless.next()
    }
  }
}
