import Foundation
import TestSupport
import Testing

@Suite("Bad input gets one clear error line and the right exit code", .ownThreads)
struct BadInputTests {
  /// A command line, its exit code, and words that its one error line must contain.
  struct Case: Sendable, CustomTestStringConvertible {
    var arguments: [String]
    var code: Int32
    var words: [String]

    init(_ arguments: String..., code: Int32, says words: String...) {
      self.arguments = arguments
      self.code = code
      self.words = words
    }

    var testDescription: String { arguments.joined(separator: " ") }
  }

  /// Standard error must be one line with these words, apart from what `play` prints while all is well.
  private func check(_ result: ProcessRunner.Result, code: Int32, words: [String]) {
    var result = result
    result.errorText = result.errorText.split(separator: "\n")
      .filter { !$0.hasPrefix("playing ") && !$0.hasPrefix("connected to ") && !$0.hasPrefix("title: ") }
      .map { $0 + "\n" }.joined()
    #expect(result.exitCode == code, "\(result.errorText)")
    #expect(result.isOneLineError, "\(result.errorText)")
    #expect(result.output.isEmpty)
    for word in words { #expect(result.errorText.contains(word), "\(result.errorText)") }
  }

  static let commandLines: [Case] = [
    Case("play", "groovesalat", code: 66, says: "groovesalat", "did you mean", "groovesalad"),
    Case("play", "no such thing anywhere", code: 66, says: "no such thing anywhere"),
    Case("spectrum", "groovesalat", "--json", code: 66, says: "did you mean"),
    Case("probe", "groovesalat", code: 66, says: "did you mean"),
    Case("stations", "show", "groovesalat", code: 66, says: "did you mean"),
    Case("play", "/no/such/file.mp3", code: 66, says: "/no/such/file.mp3"),
    Case("play", "/", code: 66, says: "folder"),
    Case("broadcast", "/no/such/file.mp3", code: 66, says: "/no/such/file.mp3"),
    Case("play", "ftp://example.org/x", code: 64, says: "ftp"),
    Case("play", "http://", code: 64, says: "http://"),
    Case("play", "http://example.org:99999/", code: 64, says: "port"),
    Case("play", "http://exa mple.org/", code: 64, says: "host"),
    Case("play", "http://example.org/\u{1B}[2J", code: 64, says: "control"),
    Case("play", "http://no-such-host.invalid/", "--retry", "never", code: 69, says: "no-such-host.invalid"),
    Case("play", "demo", "--retry", "sometimes", code: 64, says: "--retry", "sometimes", "forever"),
    Case("spectrum", "demo", "--json", "--retry", "-1", code: 64, says: "retry"),
    Case("play", "demo", "--volume", "101", code: 64, says: "volume", "101"),
    Case("play", "demo", "--volume", "-1", code: 64, says: "volume"),
    Case("play", "demo", "--duration", "0", code: 64, says: "duration"),
    Case("play", "demo", "--output", "tape", code: 64, says: "tape", "wav:FILE"),
    Case("play", "demo", "--output", "wav:", code: 64, says: "--output wav needs a file: --output wav:FILE"),
    Case("play", "demo", "--device", "file:'|touch /tmp/x',raw", code: 64, says: "device"),
    Case(
      "play", "demo", "--output", "alsa", "--device", "nosuchdevice", "--duration", "1", code: 69, says: "nosuchdevice"),
    Case("play", "demo", "--device", "nosuchdevice", "--duration", "1", code: 69, says: "nosuchdevice"),
    Case(
      "play", "demo", "--output", "wav:/no/such/folder/x.wav", "--duration", "1", code: 73,
      says: "/no/such/folder/x.wav"),
    Case("play", "demo", "--output", "wav:/dev/full", "--duration", "5", code: 74, says: "/dev/full", "full"),
    Case("spectrum", "demo", "--bands", "0", code: 64, says: "--bands 0: the number of bands must be from 1"),
    Case("spectrum", "demo", "--bands", "-3", code: 64, says: "bands"),
    Case("spectrum", "demo", "--bands", "many", code: 64, says: "bands", "many"),
    Case("spectrum", "demo", "--low", "5000", "--high", "400", code: 64, says: "--low 5000 must be below --high 400"),
    Case("spectrum", "demo", "--low", "0", code: 64, says: "low"),
    Case("spectrum", "demo", "--low", "nan", code: 64, says: "low"),
    Case("spectrum", "demo", "--fft-size", "1000", code: 64, says: "--fft-size 1000: it must be a power of two"),
    Case("spectrum", "demo", "--fft-size", "0", code: 64, says: "fft-size"),
    Case("spectrum", "demo", "--fft-size", "1073741824", code: 64, says: "fft-size"),
    Case("spectrum", "demo", "--hop", "0", code: 64, says: "--hop 0: the distance"),
    Case("play", "-", "--format", "s16le", code: 64, says: "--format takes s16le:RATE:CHANNELS"),
    Case("play", "-", "--format", "s16le:0:2", code: 64, says: "--format: the rate must be from 1"),
    Case("stations", "search", "--limit", "0", code: 64, says: "--limit takes 1 to 500, not 0"),
    Case("stations", "search", "--country", " ", code: 64, says: "--country is empty"),
    Case("stations", "search", "--codec", "", code: 64, says: "--codec is empty"),
    Case(
      "stations", "search", "--tag", String(repeating: "x", count: 201), code: 64,
      says: "all of --tag may have 200 bytes at most"),
    Case("ctl", "status", "--socket", "", code: 64, says: "--socket takes a path of 1 to 107 bytes, not 0"),
    Case(
      "ctl", "status", "--socket", "/etc/passwd", code: 69,
      says: "/etc/passwd is not a socket; name the socket of radiod serve with --socket"),
    Case("spectrum", "demo", "--frames", "0", code: 64, says: "frames"),
    Case("spectrum", "demo", "--weighting", "z", code: 64, says: "weighting"),
    Case("spectrum", "demo", "--profile", "winamp", code: 64, says: "profile"),
    Case("spectrum", "demo", "--channels", "5", code: 64, says: "channels"),
    Case("play", "demo", "--channels", "all", code: 64, says: "channels"),
    Case("spectrum", "demo", "--fps", "0", code: 64, says: "--fps 0.0: the number of frames a second must be from 0.1"),
    Case("spectrum", "demo", "--fps", "many", code: 64, says: "fps", "many"),
    Case("spectrum", "demo", "--fps", "25", "--hop", "512", code: 64, says: "--fps takes the place of --hop"),
    Case("spectrum", "demo", "--json", "--decimals", "7", code: 64, says: "--decimals takes 2 to 6, not 7"),
    Case("spectrum", "demo", "--no-bars", code: 64, says: "--no-bars goes with --json"),
    Case("spectrum", "demo", "--output", "npz:x", "--lufs", code: 64, says: "--lufs goes with --json or"),
    Case("spectrum", "demo", "--output", "xml:x", code: 64, says: "no output 'xml:x': use csv:FILE or npz:FILE"),
    Case("spectrum", "demo", "--output", "csv", code: 64, says: "--output csv needs a file: --output csv:FILE"),
    Case("spectrum", "demo", "--output", "npz:", code: 64, says: "--output npz needs a file"),
    Case("spectrum", "demo", "--output", "csv:x", "--json", code: 64, says: "leave --output out"),
    Case("spectrum", "demo", "--output", "csv:/missing/x", code: 73, says: "/missing/x"),
    Case("spectrum", "demo", "--output", "npz:/", code: 73, says: "/"),
    Case("play", "demo", "--stations", "/no/such/stations.json", code: 66, says: "/no/such/stations.json"),
    Case("play", "demo", "--stations", "/", code: 78, says: "cannot"),
    Case("play", "--no-such-option", code: 64, says: "no-such-option"),
    Case("play", "demo", "song.mp3", code: 64, says: "song.mp3"),
    Case("play", "demo", "--output", code: 64, says: "--output"),
    Case("play", "demo", "--output", "--no-view", code: 64, says: "--output"),
    Case("dance", code: 64, says: "dance"),
    Case("stations", "check", "--jobs", "0", code: 64, says: "jobs"),
    Case("broadcast", code: 64, says: "file"),
    Case("probe", code: 64, says: "station"),
  ]

  @Test("a bad command line gets one error line and its exit code", arguments: commandLines)
  func commandLine(_ test: Case) throws {
    check(try Radiod.run(test.arguments), code: test.code, words: test.words)
  }

  @Test(
    "a port on which no server listens is reported as refused",
    arguments: [["play", "--retry", "never"], ["spectrum", "--retry", "0"], ["probe"]])
  func refused(command: [String]) throws {
    let port = try ScriptedServer.freePort()
    let result = try Radiod.run(command + ["http://127.0.0.1:\(port)/live"])
    check(result, code: 69, words: ["127.0.0.1", "\(port)", "refused"])
  }

  @Test("a server that answers 404 ends play with 69")
  func notFound() throws {
    let server = try ScriptedServer { $0.answer("404 Not Found", body: Array("<html>no</html>".utf8)) }
    check(try Radiod.run("play", server.url("/live"), "--no-view"), code: 69, words: ["404"])
  }

  /// Bytes that are not audio, and a word that the error must contain.
  static let contents: [(name: String, bytes: [UInt8], word: String)] = [
    ("an empty answer", [], "nothing"),
    ("a web page", Array("<!DOCTYPE html>\n<html><head><title>Radio</title></head></html>\n".utf8), "HTML"),
    ("text", Array(String(repeating: "All work and no play makes Jack a dull boy.\n", count: 200).utf8), "text"),
    ("JSON", Array("{\"error\": \"no such channel\"}\n".utf8), "not an audio stream"),
    ("zeros", [UInt8](repeating: 0, count: 300_000), "not an audio stream"),
    ("Ogg", Array("OggS\u{0}\u{2}".utf8) + [UInt8](repeating: 0, count: 300), "Ogg"),
    ("FLAC", Array("fLaC\u{0}".utf8) + [UInt8](repeating: 0, count: 300), "FLAC with a broken head"),
    (
      "a picture", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: 3, count: 300),
      "not an audio stream"
    ),
    (
      "a list of segments that are not there",
      Array("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\nseg0.ts\n#EXT-X-ENDLIST\n".utf8), "HLS"
    ),
  ]

  @Test(
    "content that is not audio fails with 65 and names its kind, from a server and from a file",
    arguments: contents.indices)
  func noAudio(index: Int) throws {
    let (name, bytes, word) = Self.contents[index]
    let server = try ScriptedServer { $0.answer(headers: ["Content-Type: audio/mpeg"], body: bytes) }
    check(try Radiod.run("play", server.url("/live"), "--no-view"), code: 65, words: [word, server.url("/live")])
    let scratch = try Scratch()
    let path = try scratch.write(bytes, as: "file.mp3")
    check(try Radiod.run("play", path, "--no-view"), code: 65, words: [word, path])
    let spectrum = try Radiod.run("spectrum", path, "--json")
    #expect(spectrum.exitCode == 65, "\(name): \(spectrum.errorText)")
    #expect(spectrum.isOneLineError)
  }

  @Test("noise that is not audio is rejected, not played")
  func noise() throws {
    var random = SeededRandom(seed: 7)
    let bytes = (0..<400_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let server = try ScriptedServer { $0.answer(headers: ["Content-Type: audio/mpeg"], body: bytes) }
    check(try Radiod.run("play", server.url, "--no-view"), code: 65, words: ["not an audio stream"])
  }

  @Test(
    "a truncated file is played up to its end",
    arguments: [SignalSource.Coding.mp3(kilobits: 128), .aac(kilobits: 128)])
  func truncated(coding: SignalSource.Coding) throws {
    let bytes = try SignalSource.shared.bytes(.init(.music, seconds: 3), as: coding)
    let scratch = try Scratch()
    let path = try scratch.write(Array(bytes[..<(bytes.count / 2 + 99)]), as: "half")
    let result = try Radiod.run("play", path, "--no-view", "--output", "wav:" + scratch.path("x.wav"))
    #expect(result.exitCode == 0, "\(result.errorText)")
    let file = try #require(WAVFile(path: scratch.path("x.wav")))
    #expect(file.isConsistent)
    #expect(abs(file.seconds - 1.5) < 0.15)
  }

  @Test("a file of one frame is played")
  func oneFrame() throws {
    let bytes = try SignalSource.shared.bytes(.init(.music, seconds: 3), as: .mp3(kilobits: 128))
    let scratch = try Scratch()
    let path = try scratch.write(Array(bytes[..<417]), as: "one.mp3")
    let result = try Radiod.run("play", path, "--no-view", "--output", "wav:" + scratch.path("x.wav"))
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(WAVFile(path: scratch.path("x.wav"))?.samples.count == 1152 * 4)
  }

  @Test("the error names a broken station list and the line, and the list stays unchanged")
  func brokenStations() throws {
    let scratch = try Scratch()
    let text = """
      { "version": 1,
        "stations": [
          { "id": "one", "name": "One", "url": "http://127.0.0.1/" },
          { "id": "two", "name": "Two" "url": "http://127.0.0.1/" }
        ] }

      """
    let path = try scratch.write(text, as: "stations.json")
    for arguments in [
      ["play", "one"], ["stations"], ["stations", "show", "one"], ["play", "demo", "--duration", "1"],
    ] {
      let result = try Radiod.run(arguments + ["--stations", path])
      check(result, code: 78, words: [path, "line 4"])
    }
    // The same for the list in the configuration folder.
    let own = try Scratch()
    try FileManager.default.createDirectory(atPath: own.path("springradio"), withIntermediateDirectories: true)
    try own.write(text, as: "springradio/stations.json")
    check(
      try Radiod.run(["stations"], environment: ["XDG_CONFIG_HOME": own.path]), code: 78,
      words: [own.path("springradio/stations.json"), "line 4"])
    #expect(scratch.read("stations.json") == Array(text.utf8))
    // The user may choose the shipped list instead.
    let shipped = try Radiod.run(["stations", "--stations", "shipped"], environment: ["XDG_CONFIG_HOME": own.path])
    #expect(shipped.exitCode == 0)
    #expect(shipped.text.contains("groovesalad"))
  }

  @Test("the error for an entry without a url names the line")
  func stationWithoutAddress() throws {
    let scratch = try Scratch()
    let path = try scratch.write("{\"version\": 1, \"stations\": [\n\n{\"id\": \"x\", \"name\": \"X\"}]}", as: "s.json")
    check(try Radiod.run("stations", "--stations", path), code: 78, words: [path, "line 3", "url"])
  }

  private static let canMount =
    (try? ProcessRunner.run("unshare", ["-rm", "mount", "-t", "tmpfs", "none", "/mnt"]))?.exitCode == 0

  @Test("a disk that fills up while play writes a WAV file ends it with 74", .enabled(if: canMount))
  func fullDisk() throws {
    let path = try SignalSource.shared.path(.init(.music, seconds: 9), as: .mp3(kilobits: 128))
    let result = try Radiod.shell(
      """
      unshare -rm bash -c 'mount -t tmpfs -o size=400k none /mnt && exec "$RADIOD" play \(path) --no-view --output wav:/mnt/x.wav'
      """)
    check(result, code: 74, words: ["/mnt/x.wav", "disk is full"])
  }

  @Test("a disk that is full at the very end of a WAV file ends play with 74", .enabled(if: canMount))
  func fullDiskAtTheEnd() throws {
    let path = try SignalSource.shared.path(.init(.music, seconds: 9), as: .mp3(kilobits: 128))
    let result = try Radiod.shell(
      """
      unshare -rm bash -c 'mount -t tmpfs -o size=16k none /mnt && exec "$RADIOD" play \(path) --duration 0.3 --no-view --output wav:/mnt/x.wav'
      """)
    check(result, code: 74, words: ["/mnt/x.wav", "disk is full"])
  }

  @Test(
    "standard output on a full disk ends the command with 74",
    arguments: ["play FILE --output raw --no-view", "spectrum FILE --json", "stations --json"])
  func fullStandardOutput(command: String) throws {
    let path = try SignalSource.shared.path(.init(.music, seconds: 3), as: .mp3(kilobits: 128))
    let result = try Radiod.shell("\"$RADIOD\" \(command.replacing("FILE", with: path)) >/dev/full")
    check(result, code: 74, words: ["standard output", "the disk is full"])
  }

  /// 16 bits, stereo, 48 kHz, and no sample.
  private static let emptyWAV =
    Array("RIFF".utf8) + [36, 0, 0, 0] + Array("WAVEfmt ".utf8) + [16, 0, 0, 0, 1, 0, 2, 0, 0x80, 0xBB, 0, 0]
    + [0, 0xEE, 2, 0, 4, 0, 16, 0] + Array("data".utf8) + [0, 0, 0, 0]

  @Test(
    "a source without sound ends with 65 and its reason, and stations check does not report that it plays",
    .enabled(if: ProcessRunner.hasPrograms("opusenc")))
  func withoutSound() throws {
    let scratch = try Scratch()
    let mp3 = try SignalSource.shared.bytes(.init(.music, seconds: 1), as: .mp3(kilobits: 128))
    let ogg = try SignalSource.shared.bytes(.init(.music, seconds: 1), as: .vorbis(kilobits: 128))
    let tag =
      Array("ID3".utf8) + [3, 0, 0, 0, 0, 1, 0] + Array("TIT2".utf8) + [0, 0, 0, 4, 0, 0, 0] + Array("One".utf8)
    var info = mp3.prefix(417)
    info.replaceSubrange(36..<40, with: Array("Info".utf8))
    let pages = ogg.indices.filter { ogg[$0...].starts(with: Array("OggS".utf8)) }
    let opus = scratch.path("empty.opus")
    let encoder = try ProcessRunner.run("opusenc", ["--quiet", scratch.write(Self.emptyWAV, as: "empty.wav"), opus])
    #expect(encoder.exitCode == 0, "\(encoder.errorText)")
    let sources: [(name: String, bytes: [UInt8], words: String)] = [
      ("empty.opus", scratch.read("empty.opus"), "it has no sample"),
      ("tag.mp3", tag, "nothing but tags"), ("info.mp3", Array(info), "info frame"),
      ("cut.mp3", Array(mp3.prefix(300)), "no audio frame"),
      ("head.ogg", Array(ogg[..<pages[2]]), "an Ogg stream without sound"),
    ]
    let server = try ScriptedServer { call in
      let source = sources.first { "/" + $0.name == call.request.path }
      call.answer(headers: ["Content-Type: audio/mpeg"], body: source?.bytes ?? [])
    }
    for source in sources {
      let played = try Radiod.run("play", try scratch.write(source.bytes, as: source.name), "--output", "silent")
      check(played, code: 65, words: [source.words])
      check(try Radiod.run("probe", server.url("/" + source.name)), code: 65, words: [source.words])
      let spectrum = try Radiod.run("spectrum", scratch.path(source.name), "--json")
      #expect(spectrum.exitCode == 65 && spectrum.errorText.contains(source.words), "\(spectrum.errorText)")
    }
    let stations = sources.enumerated().map { number, source in
      #"{"id":"s\#(number)","name":"\#(source.name)","url":"\#(server.url("/" + source.name))"}"#
    }
    let list = try scratch.write(
      #"{"version":1,"stations":[\#(stations.joined(separator: ","))]}"#, as: "stations.json")
    let checkup = try Radiod.run("stations", "check", "--timeout", "5", "--stations", list)
    #expect(checkup.exitCode == 69)
    for source in sources { #expect(checkup.text.contains(source.words), "\(checkup.text)") }
    #expect(!checkup.text.contains("plays"), "\(checkup.text)")
  }
}
