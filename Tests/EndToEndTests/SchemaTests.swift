import Foundation
import TestSupport
import Testing

/// The validator of JSON Schemas.
enum SchemaValidator {
  /// The system's Python, for which the package is installed.
  static let python = "/usr/bin/python3"
  /// Whether python3-jsonschema is installed, in a version that knows draft 2020-12.
  static let isAvailable =
    (try? ProcessRunner.run(python, ["-c", "import jsonschema; jsonschema.Draft202012Validator"]).exitCode) == 0
}

/// What commands write with --json, held against the JSON Schemas of docs/schema by python3-jsonschema, which also
/// changes the lines in ways that a schema must refuse: see Tests/Checker/check_schema.py.
@Suite("JSON Schemas", .ownThreads, .enabled(if: SchemaValidator.isAvailable))
struct SchemaTests {
  private static func schema(_ name: String) throws -> ProcessRunner.Result { try Radiod.run("schema", name) }

  /// Checks all lines of `output`, of at least `least`, against the schema that `radiod schema NAME` prints.
  private static func expectValid(_ output: [UInt8], _ name: String, least: Int = 1) throws {
    let scratch = try Scratch()
    #expect(output.count { $0 == UInt8(ascii: "\n") } >= least, "\(name): \(String(decoding: output, as: UTF8.self))")
    let result = try ProcessRunner.run(
      SchemaValidator.python,
      [
        Radiod.root + "/Tests/Checker/check_schema.py", scratch.write(schema(name).output, as: "schema.json"),
        scratch.write(output, as: "lines.jsonl"),
      ])
    #expect(result.exitCode == 0, "\(name): \(result.text)\(result.errorText)")
  }

  @Test("radiod schema lists and prints the files of docs/schema, and names them for an unknown name")
  func command() throws {
    let folder = Radiod.root + "/docs/schema"
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }.sorted()
    let names = files.map { String($0.dropLast(5)) }
    #expect(names.count >= 10)
    #expect(try Radiod.run("schema").text == names.map { $0 + "\n" }.joined())
    for name in names {
      let printed = try Self.schema(name)
      let file = try String(contentsOfFile: "\(folder)/\(name).json", encoding: .utf8)
      #expect(printed.exitCode == 0 && printed.text == file, "\(name): 'make' builds in what changed")
      let schema = try #require(JSONObjects.whole(printed.output), "\(name)")
      #expect(schema["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
      #expect(schema["$id"] as? String == "urn:springradio:\(name)/1")
    }
    let unknown = try Self.schema("spektrum")
    #expect(unknown.exitCode == 64 && unknown.isOneLineError && unknown.output.isEmpty)
    #expect(names.allSatisfy(unknown.errorText.contains), "\(unknown.errorText)")
  }

  @Test(
    "each line of spectrum is valid",
    arguments: [
      [], ["--channels", "mono", "--bands", "3"], ["--profile", "springradio"], ["--weighting", "a"], ["--lufs"],
      ["--no-bars", "--decimals", "6"], ["--fps", "30"],
    ])
  func spectrum(options: [String]) throws {
    for (signal, channels) in [(Signal.music, 2), (.silence, 1)] {
      let path = try SignalSource.shared.path(.init(signal, seconds: 0.5, channels: channels), as: .flac)
      let result = try Radiod.run(["spectrum", path, "--json"] + options)
      try Self.expectValid(result.output, "spectrum", least: 15)
    }
  }

  @Test("the spectrum of a station with titles is valid")
  func station() throws {
    let audio = try SignalSource.shared.bytes(.init(.music, seconds: 3), as: .mp3(kilobits: 128))
    let server = try ScriptedServer { call in
      call.answer(headers: ["Content-Type: audio/mpeg", "icy-metaint: 8000"])
      call.send(ICYBody.interleave(audio, interval: 8000, titles: [.init("Artist - Song", at: 8000)]))
    }
    let result = try Radiod.run("spectrum", server.url, "--json", "--retry", "never", "--duration", "1")
    #expect(result.text.contains(#""type":"metadata""#), "\(result.errorText)")
    try Self.expectValid(result.output, "spectrum", least: 20)
  }

  @Test("what check writes is valid: measures, answers of each kind, a source that is not sound")
  func check() throws {
    let folder = try Scratch()
    let text = try folder.write(String(repeating: "no music\n", count: 100), as: "notes.wav")
    let golden = folder.path("golden.json")
    var output: [UInt8] = []
    for (signal, channels) in [(Signal.tones([997], amplitude: 0.1), 2), (.silence, 1)] {
      let path = try SignalSource.shared.path(.init(signal, seconds: 1, channels: channels), as: .wav)
      output += try Radiod.run("check", path, text, "--json").output
      output += try Radiod.run(
        "check", path, "--json", "--lufs", "-23", "--rms", "min:-30", "--silence", "max:0.1", "--not-silent",
        "--clipped",
        "max:0", "--codec", "flac", "--band", "500-2000=-20±3", "--duration", "2", "--title", "Song", "--is-mono"
      ).output
      if channels == 2 { output += try Radiod.run("check", path, "--json", "--golden", golden, "--bless").output }
      output += try Radiod.run("check", path, "--json", "--golden", golden, "--tone", "440", "--level", "-20").output
    }
    try Self.expectValid(output, "check", least: 9)
  }

  @Test("what probe writes is valid, of files and of stations", .enabled(if: ProcessRunner.hasPrograms("ffmpeg")))
  func probe() throws {
    let music = SignalSource.Recording(.music, seconds: 3)
    for coding in [SignalSource.Coding.wav, .mp3(kilobits: 128), .vorbis(kilobits: 96), .flac] {
      try Self.expectValid(
        try Radiod.run("probe", SignalSource.shared.path(music, as: coding), "--json").output, "probe")
    }
    let audio = try SignalSource.shared.bytes(music, as: .mp3(kilobits: 128))
    let server = try ScriptedServer { $0.station(body: audio) }
    let list = try Scratch()
    let stations = try list.write(
      #"{"version":1,"stations":[{"id":"one","name":"One","url":"\#(server.url("/one"))"}]}"#, as: "stations.json")
    try Self.expectValid(try Radiod.run("probe", "one", "--json", "--stations", stations).output, "probe")
    let check = try Radiod.run("stations", "check", "demo", "one", "--json", "--stations", stations)
    try Self.expectValid(check.output, "stations-check", least: 2)
  }

  @Test("a station that does not play is valid")
  func silentStation() throws {
    let server = try ScriptedServer { $0.answer("404 Not Found") }
    let list = try Scratch()
    let stations = try list.write(
      #"{"version":1,"stations":[{"id":"one","name":"One","url":"\#(server.url("/one"))"}]}"#, as: "stations.json")
    let check = try Radiod.run("stations", "check", "one", "--json", "--stations", stations)
    #expect(check.exitCode == 69)
    try Self.expectValid(check.output, "stations-check")
  }

  @Test("what search writes is valid")
  func search() throws {
    let home = try Scratch()
    let server = try DirectoryServer([
      .init(1, "Jazz Radio", tags: ["jazz"], clicks: 5), .init(2, "TSF Jazz", codec: "AAC"),
    ])
    let result = try Radiod.run(
      ["stations", "search", "jazz", "--json"],
      environment: ["XDG_CACHE_HOME": home.path("cache"), "SPRINGRADIO_DIRECTORY": server.url])
    try Self.expectValid(result.output, "search", least: 2)
  }

  @Test("what config and devices write is valid")
  func settings() throws {
    try Self.expectValid(try Radiod.run("config", "--json").output, "config")
    let all = [
      "--volume", "40", "--http", "--http-names", "one.example,two.example", "--mpd-password", "secret", "--device",
      "hw:0",
    ]
    try Self.expectValid(try Radiod.run(["config", "--json"] + all).output, "config")
    try Self.expectValid(try Radiod.run("devices", "--json").output, "devices")
  }

  @Test("what ctl status, history and log write is valid")
  func service() throws {
    let service = try DemoService()
    #expect(ProcessRunner.eventually { (try? service.ctl("history", "--json").output.isEmpty) == false })
    for name in ["status", "history", "log"] {
      try Self.expectValid(try service.ctl(name, "--json").output, name)
    }
    #expect(try service.ctl("stop").exitCode == 0)
    try Self.expectValid(try service.ctl("status", "--json").output, "status")
  }
}
