import Foundation
import TestSupport
import Testing

@Suite("stations search", .ownThreads)
struct StationSearchTests {
  private static let entries: [DirectoryServer.Entry] = [
    .init(1, "Jazz Radio", url: "http://h.example/1", tags: ["jazz", "blues"], clicks: 5),
    .init(2, "TSF Jazz", url: "http://h.example/2", tags: ["jazz"], codec: "AAC", clicks: 9),
    .init(
      3, "ジャズ Jazz \u{1B}]0;x\u{07}", url: "http://h.example/3", tags: ["日本語ラジオ", "東京都"], country: "JP", clicks: 3),
    .init(4, "Rock", url: "http://h.example/4", tags: ["rock"], country: "DE", clicks: 7),
    .init(5, "Router FM", url: "http://192.168.1.1/reboot"),
  ]

  private let home: Scratch
  private let server: DirectoryServer
  private let environment: [String: String]

  init() throws {
    home = try Scratch()
    server = try DirectoryServer(Self.entries)
    environment = [
      "XDG_CACHE_HOME": home.path("cache"), "XDG_CONFIG_HOME": home.path("config"), "XDG_RUNTIME_DIR": home.path,
      "SPRINGRADIO_DIRECTORY": server.url,
    ]
  }

  private func stations(_ words: String..., adding more: [String: String] = [:]) throws -> ProcessRunner.Result {
    try Radiod.run(["stations"] + words, environment: environment.merging(more) { $1 })
  }

  private func objects(_ result: ProcessRunner.Result) -> [[String: Any]] {
    result.text.split(separator: "\n").compactMap {
      try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
  }

  @Test("search shows the directory's stations as a table and as JSON")
  func search() throws {
    let table = try stations("search", "jazz")
    #expect(table.exitCode == 0 && table.errorText.isEmpty, "\(table.errorText)")
    #expect(
      table.text == """
        1  TSF Jazz          AAC 128  FR  jazz
        2  Jazz Radio        MP3 128  FR  jazz, blues
        3  ジャズ Jazz ]0;x  MP3 128  JP  日本語ラジオ, 東京都

        """, "\(table.text)")
    let found = objects(try stations("search", "jazz", "--codec", "mp3", "--tag", "blues", "--country", "fr", "--json"))
    #expect(found.count == 1)
    #expect(found.first?["number"] as? Int == 1)
    #expect(found.first?["name"] as? String == "Jazz Radio")
    #expect(found.first?["url"] as? String == "http://h.example/1")
    #expect(found.first?["tags"] as? [String] == ["jazz", "blues"])
    #expect(found.first?["bitRate"] as? Int == 128_000)
    #expect(found.first?["directoryId"] as? String == DirectoryServer.Entry.id(1))
    #expect(
      server.searches.last == [
        "name": "jazz", "codec": "mp3", "tagList": "blues", "countrycode": "FR", "limit": "20", "order": "clickcount",
        "reverse": "true", "hidebroken": "true",
      ])
    let other = try DirectoryServer([.init(9, "Elsewhere")])
    #expect(try stations("search", "--server", other.url).text.contains("Elsewhere"))
    #expect(server.searches.count == 2)
  }

  @Test("search fits its table into the terminal", .enabled(if: TmuxScreen.isAvailable))
  func terminal() throws {
    let all = Radiod.environment.merging(environment) { $1 }
    for (columns, row) in [
      (28, "3  ジャズ Jazz…  MP3 128  JP"), (34, "3  ジャズ Jazz ]0;x  MP3 128  JP"),
      (42, "3  ジャズ Jazz ]0…  MP3 128  JP  日本語ラ…"),
    ] {
      let screen = try TmuxScreen(
        columns: columns, rows: 8, command: "sh -c \"'\(Radiod.path)' stations search jazz; echo end; read word\"",
        environment: all)
      #expect(screen.waits { $0.contains("end") })
      let lines = screen.lines.filter { !$0.isEmpty }
      #expect(lines.count == 4 && lines.dropLast().last == row, "\(columns):\n\(screen.text)")
    }
  }

  @Test("add --from-search adds stations of the last search, and refuses wrong numbers")
  func fromSearch() throws {
    let early = try stations("add", "--from-search", "1")
    #expect(early.exitCode == 64 && early.isOneLineError && early.errorText.contains("no previous search"))
    _ = try stations("search", "jazz")
    let added = try stations("add", "--from-search", "2", "3", "--begin-empty")
    #expect(added.exitCode == 0, "\(added.errorText)")
    #expect(added.text.hasPrefix("added jazz-radio: Jazz Radio\nadded "), "\(added.text)")
    let list = try JSONSerialization.jsonObject(with: Data(home.read("config/springradio/stations.json")))
    let entries = (list as? [String: Any])?["stations"] as? [[String: Any]]
    #expect(
      entries?.map { $0["directoryId"] as? String } == [DirectoryServer.Entry.id(1), DirectoryServer.Entry.id(3)])
    #expect(entries?.first?["url"] as? String == "http://h.example/1" && entries?.first?["country"] as? String == "FR")

    let some = try stations("add", "--from-search", "2", "1")
    #expect(some.exitCode == 0 && some.text == "added tsf-jazz: TSF Jazz\n", "\(some.text)")
    #expect(some.isOneLineError && some.errorText.contains("'jazz-radio' (Jazz Radio) has this address already"))
    let moved =
      #"{"stations":[{"id":"x","name":"X","url":"http://h.example/","directoryId":"\#(DirectoryServer.Entry.id(1))"}]}"#
    let same = try stations("add", "--from-search", "2", "--stations", home.write(moved, as: "moved.json"))
    #expect(same.exitCode == 65 && same.errorText.contains("'x' (X) is the same station"), "\(same.errorText)")
    let none = try stations("add", "--from-search", "2", "1")
    #expect(none.exitCode == 65 && none.isOneLineError && none.errorText.contains("nothing was added"))
    for words in [
      ["--from-search", "4"], ["--from-search", "0"], ["--from-search=\(Int.min)"], ["Name", "--from-search", "1"],
    ] {
      let wrong = try Radiod.run(["stations", "add"] + words, environment: environment)
      #expect(wrong.exitCode == 64 && wrong.isOneLineError, "\(words): \(wrong.errorText)")
    }
    #expect(try Radiod.run("play", "fip", "--from-search", "1", environment: environment).exitCode == 64)
    for number in ["7", "\(Int.min)"] {
      #expect(try Radiod.run("play", "--from-search=\(number)", environment: environment).exitCode == 64)
    }
  }

  @Test("words that are in no name are searched in tags, which the command says; conditions may stand among the words")
  func words() throws {
    let tagged = try stations("search", "blues")
    #expect(tagged.exitCode == 0 && tagged.text == "1  Jazz Radio  MP3 128  FR  jazz, blues\n", "\(tagged.text)")
    #expect(tagged.errorText == "radiod: no station has ‘blues’ in its name; 1 with the tag blues\n")
    let short = try stations("search", "radio #blues @fr codec:mp3", "--json")
    #expect(short.errorText.isEmpty && objects(short).map { $0["name"] as? String } == ["Jazz Radio"])
    #expect(
      server.searches.last == [
        "name": "radio", "codec": "mp3", "tagList": "blues", "countrycode": "FR", "limit": "20", "order": "clickcount",
        "reverse": "true", "hidebroken": "true",
      ])
    #expect(try stations("search", "@Germany").text.contains("Rock"))
    #expect(try stations("search", "--country", "germany").text.contains("Rock"))
    #expect(try stations("search", "--country", "UK").exitCode == 66 && server.searches.last?["countrycode"] == "GB")
    let none = try stations("search", "polka")
    #expect(none.exitCode == 66 && none.text.isEmpty)
    #expect(none.errorText == "radiod: no station has ‘polka’ in its name or the tag polka\n")
    // What was found before keeps its numbers.
    let added = try stations("add", "--from-search", "1", "--begin-empty")
    #expect(added.text == "added rock: Rock\n", "\(added.errorText)")
    for words in ["country:nowhere", "tag:", "codec:"] {
      let wrong = try stations("search", words)
      #expect(wrong.exitCode == 64 && wrong.isOneLineError, "\(wrong.errorText)")
    }
  }

  @Test("add --from-search adds what is not in the list yet, and names what is")
  func someKnown() throws {
    _ = try stations("search", "jazz")
    #expect(try stations("add", "--from-search", "2", "--begin-empty").exitCode == 0)
    let more = try stations("add", "--from-search", "1", "2", "3")
    #expect(more.exitCode == 0 && more.text.hasPrefix("added tsf-jazz: TSF Jazz\nadded "), "\(more.text)")
    #expect(more.isOneLineError && more.errorText.contains("'jazz-radio' (Jazz Radio)"), "\(more.errorText)")
  }

  @Test("search reports a result that it cannot store, since the numbers would mean another search")
  func forgotten() throws {
    _ = try stations("search", "rock")
    // A folder in the file's place cannot be replaced.
    try FileManager.default.removeItem(atPath: home.path("cache/springradio/searches/last.json"))
    try FileManager.default.createDirectory(
      atPath: home.path("cache/springradio/searches/last.json"), withIntermediateDirectories: false)
    let result = try stations("search", "jazz")
    #expect(result.exitCode == 0 && result.text.contains("TSF Jazz"), "\(result.text)")
    #expect(result.isOneLineError && result.errorText.contains("--from-search does not know"), "\(result.errorText)")
  }

  @Test("a stored search with an impossible time is ignored, and a new search works")
  func oldTimes() throws {
    _ = try stations("search", "jazz")
    let folder = home.path("cache/springradio/searches")
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let text = String(decoding: home.read("cache/springradio/searches/\(name)"), as: UTF8.self)
      let start = try #require(text.firstRange(of: "\"time\":")?.upperBound)
      let end = try #require(text[start...].firstIndex(of: ","))
      try home.write(
        text.replacingCharacters(in: start..<end, with: "\(Int.min)"), as: "cache/springradio/searches/\(name)")
    }
    #expect(try stations("add", "--from-search", "1").errorText.contains("no previous search"))
    #expect(try stations("search", "jazz").text.contains("TSF Jazz"))
  }

  @Test("an invalid directory address is reported with its setting")
  func wrongDirectory() throws {
    let variable = try stations("search", "x", adding: ["SPRINGRADIO_DIRECTORY": "ftp://h"])
    #expect(variable.exitCode == 78 && variable.isOneLineError, "\(variable.errorText)")
    #expect(variable.errorText.hasPrefix("radiod: SPRINGRADIO_DIRECTORY: cannot use the address ftp://h"))
    try FileManager.default.createDirectory(atPath: home.path("config/springradio"), withIntermediateDirectories: true)
    try home.write("{\n\"directory\": \"ftp://h\"}", as: "config/springradio/config.json")
    for words in [["stations", "search"], ["serve", "--no-mpd", "--no-mpris", "--output", "silent"]] {
      let result = try Radiod.run(words, environment: environment.merging(["SPRINGRADIO_DIRECTORY": ""]) { $1 })
      #expect(result.exitCode == 78 && result.isOneLineError, "\(words): \(result.errorText)")
      #expect(result.errorText.contains("config.json line 2: directory: cannot use"), "\(result.errorText)")
    }
  }

  @Test("without a network, search uses stored results, and reports an old one in one line")
  func offline() throws {
    _ = try stations("search", "jazz")
    server.stop()
    let kept = try stations("search", "jazz")
    #expect(kept.exitCode == 0 && kept.errorText.isEmpty && kept.text.contains("TSF Jazz"), "\(kept.errorText)")
    let old = try stations("search", "jazz", "--refresh")
    #expect(old.exitCode == 0 && old.text == kept.text)
    #expect(old.isOneLineError && old.errorText.contains("(refused); this was found a moment ago"), "\(old.errorText)")
    let none = try stations("search", "other")
    #expect(none.exitCode == 69 && none.isOneLineError && none.text.isEmpty, "\(none.errorText)")
    #expect(none.errorText.hasPrefix("radiod: the station directory gives no answer: cannot connect"))
  }

  @Test("search ends with one line and 66 when nothing fits, and with 64 when an argument is invalid")
  func nothing() throws {
    let nothing = try stations("search", "no such station")
    #expect(nothing.exitCode == 66 && nothing.isOneLineError && nothing.text.isEmpty, "\(nothing.errorText)")
    for words in [
      ["--limit", "0"], ["--limit", "501"], ["--server", "ftp://h/"], [String(repeating: "x", count: 300)],
    ] {
      let wrong = try Radiod.run(["stations", "search"] + words, environment: environment)
      #expect(wrong.exitCode == 64 && wrong.isOneLineError, "\(words): \(wrong.errorText)")
    }
    let broken = try stations("search", "x", adding: ["SPRINGRADIO_CLICKS": "maybe"])
    #expect(broken.exitCode == 78 && broken.isOneLineError, "\(broken.errorText)")
  }

  @Test(
    "search finds the directory's servers by name, over HTTPS, and asks the next when one does not answer",
    .enabled(
      if: NetworkNamespace.isAvailable && CertificateAuthority.isAvailable && TLSServer.isAvailable,
      "\(NetworkNamespace.requirement), openssl and python3"))
  func discovery() throws {
    let network = try NetworkNamespace()
    let (alive, dead) = (network.outside, network.outsideToo)
    let domain = "api.radio-browser.info"
    let names = try NameServer(on: alive) { [farAway = network.farAway] name in
      switch name {
      case "all." + domain: .addresses([dead, alive, farAway])
      case "nl1." + domain: .addresses([alive])
      case "at1." + domain: .addresses([dead])
      case NameServer.reverse(of: alive): .host("nl1." + domain)
      case NameServer.reverse(of: dead): .host("at1." + domain)
      case NameServer.reverse(of: farAway): .host("elsewhere.example")
      default: .noSuchName
      }
    }
    let authority = try CertificateAuthority()
    let gate = try TLSServer(
      certificate: authority.issue(.none, for: "*." + domain), on: alive, port: 443, forwardingTo: server.port)
    func search(_ words: String...) throws -> ProcessRunner.Result {
      let (program, arguments) = network.command(Radiod.path, ["stations", "search", "--refresh", "-v"] + words)
      let all = environment.merging(["SPRINGRADIO_DIRECTORY": "", "SSL_CERT_FILE": authority.path]) { $1 }
      return try ProcessRunner.run(program, arguments, environment: Radiod.environment.merging(all) { $1 })
    }
    var first: Set<String> = []
    // Chance decides which of two servers is asked first: 20 times the same one is one case in half a million.
    for _ in 0..<20 where first.count < 2 {
      let result = try search("jazz")
      #expect(result.exitCode == 0 && result.text.contains("TSF Jazz"), "\(result.errorText)")
      let asked = result.errorLines.compactMap {
        $0.split(separator: "https://").dropFirst().first?.prefix { $0 != "." }
      }
      #expect(asked.last == "nl1" && asked.count <= 2, "\(asked)")
      first.insert(String(asked.first ?? ""))
    }
    #expect(first == ["nl1", "at1"])
    #expect(!names.names.contains("elsewhere.example"), "\(names.names) \(gate.log)")
    #expect(server.requests.last?.header("Host") == "nl1." + domain)
    // The public directory must not name a station in a private network, wherever its server seems to be; a directory
    // that the user names may.
    #expect(try search("Router").exitCode == 66 && stations("search", "Router").exitCode == 0)
  }

  @Test(
    "search uses the common name when addresses have no names, and reports a missing network",
    .enabled(
      if: NetworkNamespace.isAvailable && CertificateAuthority.isAvailable && TLSServer.isAvailable,
      "\(NetworkNamespace.requirement), openssl and python3"))
  func nameless() throws {
    let network = try NetworkNamespace()
    let alive = network.outside
    let names = try NameServer(on: alive) { name in
      name == "all.api.radio-browser.info" ? .addresses([alive]) : name.hasSuffix(".arpa") ? .silent : .noSuchName
    }
    let authority = try CertificateAuthority()
    let gate = try TLSServer(
      certificate: authority.issue(.none, for: "*.api.radio-browser.info"), on: alive, port: 443,
      forwardingTo: server.port)
    // The resolver itself would wait for 150 s for an answer, longer than the run may take.
    let resolver = ["RES_OPTIONS": "timeout:30 attempts:5"]
    func search() throws -> ProcessRunner.Result {
      let (program, arguments) = network.command(Radiod.path, ["stations", "search", "jazz", "--refresh"])
      let all = environment.merging(["SPRINGRADIO_DIRECTORY": "", "SSL_CERT_FILE": authority.path]) { $1 }
        .merging(resolver) { $1 }
      return try ProcessRunner.run(program, arguments, environment: Radiod.environment.merging(all) { $1 })
    }
    let found = try search()
    #expect(found.exitCode == 0 && found.text.contains("TSF Jazz") && found.errorText.isEmpty, "\(found.errorText)")
    #expect(names.names.contains(NameServer.reverse(of: alive)), "\(names.names) \(gate.log)")
    try network.setLink(up: false)
    let old = try search()
    #expect(old.exitCode == 0 && old.isOneLineError && old.text == found.text, "\(old.errorText)")
    #expect(old.errorText.contains("cannot find the host all.api.radio-browser.info"), "\(old.errorText)")
  }
}
