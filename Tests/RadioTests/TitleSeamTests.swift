import AudioCore
import Downloader
import NIOPosix
import Player
import Radio
import RadioModel
import TestSupport
import Testing

@Suite(
  "Titles over a reconnect", .timeLimit(.minutes(1 * TestTime.waitScale)),
  .enabled(if: SignalSource.isAvailable, "needs ffmpeg"))
struct TitleSeamTests {
  private static let folder = Result { try Scratch() }

  /// The first 2 s of the recording or, with `isLater`, the 4 s after them, with or without a title. The two parts
  /// differ, since repeated sound would be cut.
  private static func sound(_ kind: String, isLater: Bool = false, title: String? = nil) throws -> [UInt8] {
    let scratch = try folder.get()
    let name = "\(isLater ? "later" : "first")-\(title ?? "bare").\(kind)"
    let tags = title.map { ["-metadata", "TITLE=" + $0] } ?? []
    let result = try ProcessRunner.run(
      "ffmpeg",
      ["-v", "error", "-y", "-ss", isLater ? "2" : "0", "-t", isLater ? "4" : "2"]
        + ["-i", try SignalSource.shared.path(.init(.music, seconds: 6), as: .wav), "-map_metadata", "-1"]
        + tags + [scratch.path(name)])
    try #require(result.exitCode == 0, "\(result.errorText)")
    return scratch.read(name)
  }

  /// The titles that are reported for a station whose first connection sends `first`, and every other one `second`.
  private func titles(_ headers: [String], first: [UInt8], second: [UInt8]) async throws -> [String] {
    let server = try ScriptedServer { call in
      call.answer(headers: headers, body: call.number == 0 ? first : second)
      if call.number > 0 { call.waitForEnd() }
    }
    var options = TunerOptions()
    options.output = .silent
    options.endsWithFirstSource = false
    let tuner = Tuner(
      options: options,
      opener: StreamOpener(downloader: Downloader(eventLoops: MultiThreadedEventLoopGroup.singleton, environment: [:])))
    let events = tuner.events()
    let life = Task { await tuner.run() }
    tuner.send(.play(.url(server.url("/"))))
    try await eventually("the second connection is heard") { tuner.snapshot.elapsed > .seconds(2.5) }
    tuner.send(.quit)
    _ = await life.value
    server.stop()
    var titles: [String] = []
    for await event in events { if case .title(let metadata) = event { titles.append(metadata.title) } }
    return titles
  }

  @Test(
    "after a reconnect an Ogg or FLAC station has the title of its new sound, or none")
  func inTheSound() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in  // stations play in real time: all at once
      for kind in ["ogg", "flac"] {
        let titled = try Self.sound(kind, title: "One")
        for later in [nil, "Two"] {
          let second = try Self.sound(kind, isLater: true, title: later)
          group.addTask {
            let heard = try await titles([], first: titled, second: second)
            #expect(heard == ["One", later ?? ""], "\(kind)")
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test(
    "titles beside the sound replace those of tags in it, over reconnects too; without them the tags count")
  func tagsInTheSound() async throws {
    func tag(_ title: String) -> [UInt8] {
      let body = [3] + Array(title.utf8)
      let frame = Array("TIT2".utf8) + [0, 0, 0, UInt8(body.count), 0, 0] + body
      return Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
    }
    func sound(isLater: Bool, _ titles: [ICYBody.Title]) throws -> [UInt8] {
      let sound = try Self.sound("mp3", isLater: isLater)
      let half = sound.count / 2
      let whole = tag(isLater ? "Tag 3" : "Tag 1") + sound[..<half] + tag("Tag 2") + sound[half...]
      return titles.isEmpty ? whole : ICYBody.interleave(whole, interval: 16, titles: titles)
    }
    let half = try Self.sound("mp3").count / 2
    let titled = try sound(isLater: false, [.init("One", at: 0), .init("Two", at: half)])
    let later = try sound(isLater: true, [.init("Two", at: 0)])
    let (bare, laterBare) = (try sound(isLater: false, []), try sound(isLater: true, []))
    let empty = ICYBody.interleave(bare, interval: 16, titles: [.init("", at: 0)])
    async let beside = titles(["icy-metaint: 16"], first: titled, second: later)
    async let tagged = titles([], first: bare, second: laterBare)
    async let mixed = titles(["icy-metaint: 16"], first: empty, second: later)
    #expect(try await beside == ["One", "Two"])
    #expect(try await tagged == ["Tag 1", "Tag 2", "Tag 3"])
    #expect(try await mixed == ["Tag 1", "Tag 2", "Two"])
  }

  @Test(
    "a title beside the sound stays until the server sends another, in MP3 and Ogg")
  func besideTheSound() async throws {
    func heard(_ kind: String) async throws -> [String] {
      func body(isLater: Bool, _ titles: [ICYBody.Title]) throws -> [UInt8] {
        ICYBody.interleave(try Self.sound(kind, isLater: isLater), interval: 1000, titles: titles)
      }
      return try await titles(
        ["icy-metaint: 1000"], first: body(isLater: false, [.init("One", at: 0)]), second: body(isLater: true, []))
    }
    async let mp3 = heard("mp3")
    async let ogg = heard("ogg")
    #expect(try await mp3 == ["One"])
    #expect(try await ogg == ["One"])
  }
}
