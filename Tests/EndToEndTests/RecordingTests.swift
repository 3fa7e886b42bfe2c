import Synchronization
import TestSupport
import Testing

@Suite("Recorded files, local and on servers", .ownThreads, .enabled(if: ProcessRunner.hasPrograms("ffmpeg", "lame")))
struct RecordingTests {
  private static let music = SignalSource.Recording(.music, seconds: 3)

  /// A file that a program made from ``music``, kept in `folder`.
  struct Made {
    var path: String
    var bytes: [UInt8]

    init(_ options: String, as name: String, of recording: SignalSource.Recording = music, in folder: Scratch) throws {
      path = folder.path(name)
      let wave = try SignalSource.shared.path(recording, as: .wav)
      let words = options.split(separator: " ").map(String.init)
      let result =
        options.hasPrefix("lame")
        ? try ProcessRunner.run("lame", ["--quiet"] + words.dropFirst() + [wave, path])
        : try ProcessRunner.run("ffmpeg", ["-v", "error", "-i", wave] + words + [path])
      guard result.exitCode == 0 else { throw SignalSource.SourceError(description: result.errorText) }
      bytes = folder.read(name)
    }
  }

  /// The 16-bit samples that `radiod play` makes of a source.
  private static func heard(_ source: String, _ options: String..., input: String? = nil) throws -> [UInt8] {
    let result = try Radiod.run(["play", source, "--output", "raw"] + options, input: input, limit: .seconds(40))
    #expect(result.exitCode == 0, "\(result.errorText)")
    return result.output
  }

  /// True when `heard` equals the float samples in `wanted`, rounded to 16 bits, up to the end of `heard`.
  private static func isSame(_ heard: [UInt8], _ wanted: [UInt8]) -> Bool {
    guard heard.count <= wanted.count / 2, !heard.isEmpty else { return false }
    let samples = heard.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
    let floats = wanted.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    return zip(samples, floats).allSatisfy { abs(Float($0) - max(-32768, min($1 * 32768, 32767))) < 0.55 }
  }

  // MARK: - MP4

  static let files: [(name: String, options: String, frames: Int)] = [
    ("late.m4a", "-c:a aac", 132_300), ("early.m4a", "-c:a aac -movflags +faststart", 132_300),
    ("mono.m4a", "-c:a aac -ac 1 -ar 22050", 66_150), ("mp3.mp4", "-c:a libmp3lame", 132_300),
    ("opus.mp4", "-c:a libopus -ar 48000", 144_000), ("flac.mp4", "-c:a flac -strict -2", 132_300),
    ("alac.m4a", "-c:a alac", 132_300), ("fragments.m4a", "-c:a alac -movflags frag_keyframe+empty_moov", 132_300),
    ("film.mp4", "-f lavfi -i testsrc=s=320x240:d=3 -c:v mpeg4 -b:v 2M -c:a aac", 132_300),
  ]

  @Test(
    "an MP4 file, local, on standard input or on a server, plays as ffmpeg decodes it, in its encoded length",
    arguments: files.indices)
  func mp4(index: Int) throws {
    let (name, options, frames) = Self.files[index]
    let scratch = try Scratch()
    let file = try Made(options, as: name, in: scratch)
    let channels = name == "mono.m4a" ? 1 : 2
    let heard = try Self.heard(file.path)
    #expect(heard.count == frames * 2 * channels)
    let decoded = try ProcessRunner.run("ffmpeg", ["-v", "error", "-i", file.path, "-map", "0:a", "-f", "f32le", "-"])
      .output
    #expect(Self.isSame(heard, decoded))
    #expect(try Self.heard("-", input: file.path) == heard)
    let bytes = file.bytes
    let server = try ScriptedServer { $0.serve(bytes, headers: ["Content-Type: audio/mp4", "Accept-Ranges: bytes"]) }
    #expect(try Self.heard(server.url("/" + name)) == heard)
    #expect(server.callCount <= 3)
    let probe = try Radiod.run("probe", server.url("/" + name))
    #expect(probe.exitCode == 0 && probe.text.contains("MP4"), "\(probe.text) \(probe.errorText)")
  }

  @Test("when the index at the end cannot be reached, one line says what to do, and promises no AAC")
  func unreachable() throws {
    let scratch = try Scratch()
    let file = try Made("-c:a aac", as: "x.m4a", in: scratch)
    let silent = try Made("-f lavfi -i testsrc=s=64x48:d=1 -map 1 -c:v mpeg4", as: "x.mp4", in: scratch)
    let bytes = file.bytes
    let whole = try ScriptedServer { $0.serve(bytes, knowsRanges: false) }
    let endless = try ScriptedServer { $0.answer(body: bytes) }
    let results = [
      try Radiod.shell("cat \(file.path) | $RADIOD play - --output raw"),
      try Radiod.shell("cat \(silent.path) | $RADIOD play - --output raw"),
      try Radiod.run("play", whole.url, "--output", "raw"), try Radiod.run("play", endless.url, "--output", "raw"),
    ]
    for result in results {
      #expect(result.exitCode == 65)
      #expect(result.errorText.contains("whose index is at its end") && !result.errorText.contains("AAC"))
      #expect(result.errorText.contains("save it and play the file"))
      #expect(result.output.isEmpty)
    }
    let video = try Radiod.run("play", silent.path, "--output", "raw")
    #expect(video.exitCode == 65)
    #expect(video.errorText.contains("video without sound") && video.isOneLineError, "\(video.errorText)")
  }

  @Test("an MP4 file that continues in fragments plays completely, here and from a server")
  func continued() throws {
    let scratch = try Scratch()
    let file = try Made("-c:a aac -movflags frag_keyframe -frag_duration 1000000", as: "x.m4a", in: scratch)
    let heard = try Self.heard(file.path)
    #expect((132_300...134_144).contains(heard.count / 4))
    let bytes = file.bytes
    let server = try ScriptedServer { $0.serve(bytes, headers: ["Content-Type: audio/mp4", "Accept-Ranges: bytes"]) }
    #expect(try Self.heard(server.url) == heard)
  }

  /// Answers as the server of a file of 1 TiB that holds a box of media data each MiB, and nothing else; each answer
  /// comes after `pause`.
  private static func serveMediaData(_ call: ScriptedCall, pause: Duration) {
    let size = 1 << 40
    let head = [UInt8]([0, 0x10, 0, 0]) + Array("mdat".utf8) + [UInt8](repeating: 0, count: 4096)
    let type = [UInt8]([0, 0, 0, 16]) + Array("ftypM4A ".utf8) + [0, 0, 0, 0]
    if pause > .zero { call.pause(pause) }
    guard let range = call.request.byteRange else {
      return call.answer(headers: ["Content-Length: \(size)", "Accept-Ranges: bytes"], body: type + head)
    }
    let place = "Content-Range: bytes \(range.lowerBound)-\(size - 1)/\(size)"
    call.answer(
      "206 Partial Content", headers: ["Content-Length: \(size - range.lowerBound)", place], body: head)
  }

  @Test("radiod gives up a server's file without an index after 16 requests for its parts")
  func endless() throws {
    let server = try ScriptedServer { Self.serveMediaData($0, pause: .zero) }
    for command in ["play", "probe"] {
      let before = server.callCount
      let result = try Radiod.run(
        [command, server.url("/x.m4a")] + (command == "play" ? ["--output", "raw"] : []), limit: .seconds(20))
      #expect(result.exitCode == 65, "\(result.errorText)")
      #expect(result.errorText.contains("an index within 16 stretches"), "\(result.errorText)")
      #expect(server.callCount - before == 17)
    }
  }

  @Test("the time for parts of a file is limited: the next entry of a list has its turn after 5 s")
  func slowParts() async throws {
    let scratch = try Scratch()
    let file = try Made("lame -b 64", as: "x.mp3", in: scratch)
    let bytes = file.bytes
    try await sideBySide(["play", "probe"]) { command in
      let server = try ScriptedServer { call in
        switch call.request.path {
        case "/list.m3u": call.answer(headers: ["Content-Type: audio/x-mpegurl"], body: Array("/slow\n/x.mp3\n".utf8))
        case "/slow": Self.serveMediaData(call, pause: .milliseconds(700))
        default: call.serve(bytes)
        }
      }
      let result = try Radiod.run(
        [command, server.url("/list.m3u")] + (command == "play" ? ["--output", "silent"] : []), limit: .seconds(30))
      #expect(result.exitCode == 0, "\(command): \(result.errorText)")
      #expect((3...12).contains(server.requests.count { $0.path == "/slow" }), "\(server.requests.map(\.path))")
    }
  }

  // MARK: - The end of a file

  static let encoders = ["lame -b 128", "lame -V 4", "lame -b 64 -m m --resample 22.05", "-c:a libmp3lame -b:a 96k"]

  @Test(
    "the padding that an encoder puts around the sound of an MP3 file is not heard, as with mpg123 and ffmpeg",
    .enabled(if: ProcessRunner.hasPrograms("mpg123")), arguments: encoders)
  func gapless(options: String) throws {
    let scratch = try Scratch()
    let file = try Made(options, as: "x.mp3", in: scratch)
    let heard = try Self.heard(file.path)
    for player in [
      ["mpg123", "-q", "-e", "f32", "-s", file.path], ["ffmpeg", "-v", "error", "-i", file.path, "-f", "f32le", "-"],
    ] {
      let wanted = try ProcessRunner.run(player[0], Array(player.dropFirst())).output
      #expect(heard.count == wanted.count / 2, "\(player[0])")
      #expect(Self.isSame(heard, wanted), "\(player[0])")
    }
    let bytes = file.bytes
    let server = try ScriptedServer { $0.serve(bytes) }
    #expect(try Self.heard(server.url) == heard)
    // Without a length, the same bytes are a station, and the padding is played.
    let live = try ScriptedServer { $0.number == 0 ? $0.answer(body: bytes) : $0.answer("404 Not Found") }
    #expect(try Self.heard(live.url, "--retry", "never").count > heard.count)
  }

  @Test("junk after the music ends a file, and no message mentions a connection")
  func junk() throws {
    let scratch = try Scratch()
    let file = try Made("lame -b 128", as: "x.mp3", in: scratch)
    let wanted = try Self.heard(file.path)
    var generator = SeededRandom(seed: 7)
    let junk = (0..<133_120).map { _ in UInt8.random(in: 0..<0xFF, using: &generator) }
    let bytes = file.bytes + junk
    let path = try scratch.write(bytes, as: "junk.mp3")
    #expect(try Self.heard(path) == wanted)
    let server = try ScriptedServer { $0.serve(bytes) }
    #expect(try Self.heard(server.url) == wanted)
    #expect(try Self.heard(scratch.write(bytes + file.bytes, as: "two.mp3")).count > 2 * wanted.count)
    let pipe = try Radiod.shell("cat \(path) \(path) | $RADIOD play - --output silent")
    #expect(pipe.exitCode == 65)
    #expect(pipe.errorText.contains("standard input") && !pipe.errorText.contains("connection"), "\(pipe.errorText)")
  }

  @Test("more junk than is searched also ends a file on a server, and the file is heard once")
  func longJunk() throws {
    let scratch = try Scratch()
    let file = try Made("lame -b 128", as: "x.mp3", in: scratch)
    let wanted = try Self.heard(file.path)
    var generator = SeededRandom(seed: 7)
    let junk = (0..<3 << 19).map { _ in UInt8.random(in: 0..<0xFF, using: &generator) }
    let bytes = file.bytes + junk
    let server = try ScriptedServer { $0.serve(bytes) }
    let result = try Radiod.run("play", server.url, "--output", "raw", "--retry", "2", "--verbose")
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(result.output == wanted)
    #expect(server.callCount == 1)
    #expect(result.errorText.contains("behind the sound"), "\(result.errorText)")
  }

  // MARK: - Connections that break

  /// The headers that describe the server's file, and the `If-Range` that a request must have.
  static let validators: [(headers: [String], asked: String?)] = [
    (["ETag: \"5f-1\""], "\"5f-1\""),
    (["Last-Modified: Sun, 22 Nov 2026 10:00:00 GMT"], "Sun, 22 Nov 2026 10:00:00 GMT"),
    (["ETag: W/\"5f-1\""], nil), ([], nil),
  ]

  /// Serves `bytes` with their length, and ends each connection after `each` of them.
  private static func breaking(
    _ bytes: [UInt8], each: Int, headers: [String] = [], knowsRanges: Bool = true
  ) -> @Sendable (ScriptedCall) -> Void {
    { call in
      let range = (knowsRanges ? call.request.byteRange : nil)?.clamped(to: 0..<bytes.count)
      let part = Array(bytes[range ?? 0..<bytes.count])
      let place = range.map { ["Content-Range: bytes \($0.lowerBound)-\($0.upperBound - 1)/\(bytes.count)"] } ?? []
      call.answer(
        range == nil ? "200 OK" : "206 Partial Content",
        headers: ["Content-Length: \(part.count)", "Content-Type: audio/mpeg"] + place + headers,
        body: Array(part.prefix(each)))
    }
  }

  @Test(
    "a file whose connections all break is heard once and completely, with the validator that the server gave")
  func broken() async throws {
    // The index of the second is at its end and takes connections of its own, each later than the one before.
    let kinds = [("lame -b 64", "x.mp3", 3), ("-c:a aac", "x.m4a", 2), ("-c:a libvorbis", "x.ogg", 3)]
    try await sideBySide([(0, 0), (0, 1), (0, 2), (1, 1), (2, 2), (3, 0)]) { row, column in
      let (validators, kind) = (Self.validators[row], kinds[column])
      let scratch = try Scratch()
      let file = try Made(kind.0, as: kind.1, in: scratch)
      let wanted = try Self.heard(file.path)
      let each = file.bytes.count / kind.2 - 100
      let server = try ScriptedServer(script: Self.breaking(file.bytes, each: each, headers: validators.headers))
      let words: Comment = "\(kind.1) \(validators.headers)"
      #expect(try Self.heard(server.url) == wanted, words)
      let ranges = server.requests.dropFirst().map(\.byteRange?.lowerBound)
      #expect(ranges.allSatisfy { $0 != nil } && ranges.count >= 3, "\(words) \(ranges)")
      #expect(server.requests.dropFirst().allSatisfy { $0.header("If-Range") == validators.asked }, words)
      #expect(server.requests[0].byteRange == nil, words)
    }
  }

  @Test("a long file resumes where it broke off; it begins again when the server sends no parts or another file")
  func restart() throws {
    let scratch = try Scratch()
    let recording = SignalSource.Recording(.music, seconds: 60, rate: 22050, channels: 1)
    let file = try Made("lame -b 32", as: "x.mp3", of: recording, in: scratch)
    let bytes = file.bytes
    let wanted = try Self.heard(file.path)
    let maximum = bytes.count * 7 / 10
    let once = try ScriptedServer { call in
      Self.breaking(bytes, each: call.number == 0 ? maximum : .max)(call)
    }
    #expect(try Self.heard(once.url).count == wanted.count)
    #expect(once.callCount == 2)
    let plain = try ScriptedServer { call in
      Self.breaking(bytes, each: call.number == 0 ? maximum : .max, knowsRanges: false)(call)
    }
    let twice = try Self.heard(plain.url)
    #expect(twice.count > wanted.count * 16 / 10 && twice.suffix(wanted.count / 2) == wanted.suffix(wanted.count / 2))
    let other = Array(bytes[(bytes.count / 2)...])
    let changed = try ScriptedServer { call in
      let file = call.number == 0 ? bytes : other
      Self.breaking(
        file, each: call.number == 0 ? maximum : .max, headers: ["ETag: \"\(call.number)\""], knowsRanges: false)(call)
    }
    #expect(try Self.heard(changed.url).count < wanted.count * 13 / 10)
    #expect(changed.callCount == 2)
  }

  @Test(
    "an address for one connection only is requested again through the list and the redirect that led to it")
  func address() throws {
    let scratch = try Scratch()
    let file = try Made("lame -b 64", as: "x.mp3", in: scratch)
    let bytes = file.bytes
    let wanted = try Self.heard(file.path)
    for start in ["/list.m3u", "/start"] {
      let tokens = Tokens()
      let server = try ScriptedServer { call in
        switch call.request.path {
        case "/list.m3u": call.answer(headers: ["Content-Type: audio/x-mpegurl"], body: Array("/start\n".utf8))
        case "/start": call.answer("302 Found", headers: ["Location: /file?token=\(tokens.next())"])
        case let path where tokens.isGood(path): Self.breaking(bytes, each: bytes.count / 2)(call)
        default: call.answer("403 Forbidden")
        }
      }
      #expect(try Self.heard(server.url(start)) == wanted)
    }
  }

  @Test(
    "401 or 410 for a file that broke off is final at its own address, but not when a list names the file")
  func gone() async throws {
    let scratch = try Scratch()
    let file = try Made("lame -b 64", as: "x.mp3", in: scratch)
    let bytes = file.bytes
    let wanted = try Self.heard(file.path)
    let statuses = ["401 Unauthorized", "410 Gone"]
    let cases = statuses.flatMap { status in ["/list.m3u", "/file"].map { (status: status, path: $0) } }
    try await sideBySide(cases) { status, path in
      let files = Atomic<Int>(0)
      let server = try ScriptedServer { call in
        guard call.request.path == "/file" else {
          return call.answer(headers: ["Content-Type: audio/x-mpegurl"], body: Array("/file\n".utf8))
        }
        switch files.add(1, ordering: .relaxed).oldValue {
        case 0: Self.breaking(bytes, each: bytes.count / 2)(call)
        case 1...2: call.answer(status)
        default: Self.breaking(bytes, each: .max)(call)
        }
      }
      guard path == "/file" else {
        #expect(try Self.heard(server.url(path)) == wanted, "\(status)")
        return
      }
      let ended = try Radiod.run("play", server.url(path), "--output", "silent")
      #expect(ended.exitCode == 69 && ended.errorText.contains(status.prefix(3)), "\(ended.errorText)")
      #expect(server.callCount == 3, "\(status)")
    }
  }

  @Test("the rest of a file that broke off is also requested after other addresses gave no sound")
  func alternates() throws {
    let scratch = try Scratch()
    let file = try Made("lame -b 64", as: "x.mp3", in: scratch)
    let bytes = file.bytes
    let wanted = try Self.heard(file.path)
    let other = try ScriptedServer { $0.answer("404 Not Found") }
    let server = try ScriptedServer { call in
      switch call.number {
      case 0: Self.breaking(bytes, each: bytes.count / 2)(call)
      case 1: call.answer("503 Service Unavailable")
      default: Self.breaking(bytes, each: .max)(call)
      }
    }
    let list = try scratch.write("#EXTM3U\n\(server.url)\n\(other.url)\n", as: "list.m3u")
    #expect(try Self.heard(list) == wanted)
    #expect(other.callCount == 1)
    #expect(server.requests.map { $0.byteRange != nil } == [false, true, true])
  }

  /// Tokens of which only the newest is valid: the first one for one request, later ones for two.
  private final class Tokens: Sendable {
    private let state = Mutex((newest: 0, uses: 0))

    func next() -> Int {
      state.withLock { state in
        state = (state.newest + 1, 0)
        return state.newest
      }
    }

    func isGood(_ path: String) -> Bool {
      state.withLock { state in
        state.uses += 1
        return path == "/file?token=\(state.newest)" && state.uses <= (state.newest == 1 ? 1 : 2)
      }
    }
  }
}
