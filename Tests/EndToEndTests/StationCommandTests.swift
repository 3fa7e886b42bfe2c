import Foundation
import Glibc
import TestSupport
import Testing

/// The commands that change the user's list, as a shell runs them.
@Suite("Commands that change the station list", .ownThreads)
struct StationCommandTests {
  private let home: Scratch
  private var environment: [String: String] {
    ["XDG_CONFIG_HOME": home.path("config"), "XDG_RUNTIME_DIR": home.path, "XDG_STATE_HOME": home.path("state")]
  }

  init() throws { home = try Scratch() }

  private static let file = "config/springradio/stations.json"

  private func stations(_ words: String..., input: String? = nil) throws -> ProcessRunner.Result {
    try Radiod.run(["stations"] + words, environment: environment, input: input)
  }

  /// The stations in the user's list, as they are on the disk.
  private func own(_ path: String = Self.file) throws -> [[String: Any]] {
    let object = try JSONSerialization.jsonObject(with: Data(home.read(path))) as? [String: Any]
    return try #require(object?["stations"] as? [[String: Any]])
  }

  private func ids(_ path: String = Self.file) throws -> [String] { try own(path).map { $0["id"] as? String ?? "" } }

  @Test("the first station that is added comes after the shipped ones, unless the list begins empty")
  func first() throws {
    let shipped = try stations("list").text.split(separator: "\n").count
    let added = try stations(
      "add", "Ünïcode FM", "ICY://h.example:8000/;", "--tag", "a", "--tag", "b c", "--country", "FR", "--favourite")
    #expect(added.exitCode == 0 && added.text == "added unicode-fm: Ünïcode FM\n", "\(added.errorText)")
    #expect(added.errorText.contains("began with the \(shipped) stations") && added.errorLines.count == 1)
    let list = try own()
    #expect(list.count == shipped + 1)
    #expect(list.last?["url"] as? String == "http://h.example:8000/;")
    #expect(list.last?["tags"] as? [String] == ["a", "b c"] && list.last?["favourite"] as? Bool == true)
    let second = try stations("add", "Unicode FM", "http://h.example/2", "--json")
    #expect(second.errorText.isEmpty && second.text.contains("\"id\": \"unicode-fm-2\""))
    #expect(try stations("add", "Only", "http://h/", "--begin-empty", "--stations", home.path("x.json")).exitCode == 0)
    #expect(try ids("x.json") == ["only"])
    try FileManager.default.removeItem(atPath: home.path("config"))
    #expect(try stations("add", "Alone", "http://h/", "--begin-empty").errorText.isEmpty)
    #expect(try ids() == ["alone"])
  }

  @Test("an impossible change gets one error line, and the list stays unchanged")
  func refusals() throws {
    try FileManager.default.createDirectory(atPath: home.path("config/springradio"), withIntermediateDirectories: true)
    let before = try home.write(
      #"{"version":1,"mine":[1.50],"stations":[{"id":"a","name":"A","url":"http://h/a","gain":-3.50}]}"#, as: Self.file)
    let bytes = home.read(Self.file)
    let broken = try home.write("{ broken", as: "broken.json")
    let rows: [(words: [String], code: Int32, says: String)] = [
      (["add", "A again", "HTTP://H:80/a#x"], 65, "'a' (A) has this address"),
      (["add", "B", "http://h/b", "--id", "a"], 65, "the id 'a' is taken by A"),
      (["add", "B", "http://h/b", "--id", "No!"], 64, "a-z"), (["add", "B", "mms://h/b"], 64, "http"),
      (["add", "B", "http://h/b", "--encoding", "klingon"], 64, "encoding"), (["add", "B"], 64, "an address"),
      (["add", "B", "http://h/b", "--country", "Deutschland"], 64, "two letters"),
      (["add", "B", "http://h/b", "--homepage", "javascript:1"], 64, "--homepage is not an http"),
      (["add", "B", "http://h/b", "--id=-x"], 64, "hyphen"), (["rename", "a", "--id=-x"], 64, "hyphen"),
      (["add", " ", "http://h/b"], 64, "name is empty"), (["add", "B\u{1B}", "http://h/b"], 64, "control character"),
      (["add", "B", "http://h/b", "--stations", "shipped"], 64, "stays as it is"),
      (["add", "B", "http://h/b", "--stations", broken], 78, "line 1"),
      (["import", before, "--stations", broken], 78, "line 1"),
      (["remove", "b"], 66, "no station"), (["remove", "a", "b"], 66, "no station"),
      (["remove", "a", "--stations", home.path("none.json")], 66, "no such file"),
      (["rename", "b", "C"], 66, "no station"), (["rename", "a", ""], 64, "name is empty"),
      (["rename", "a"], 64, "--id"),
      (["rename", "a", "--id", "demo"], 64, "demo"),
      (["import", home.path("none")], 66, "No such file"),
      (["import", home.path], 65, "cannot import \(home.path): Is a directory"),
      (["import", Radiod.path], 65, "larger than"), (["import", "/dev/null"], 65, "it is empty"),
      (["import", "-"], 65, "cannot import standard input: it is empty"),
      (["import", broken], 65, "cannot import \(broken): line 1"), (["export", before], 64, "the list itself"),
    ]
    for (words, code, says) in rows {
      let result = try Radiod.run(["stations"] + words, environment: environment)
      #expect(result.exitCode == code && result.isOneLineError, "\(words): \(result.errorText)")
      #expect(result.errorText.contains(says) && result.output.isEmpty, "\(words): \(result.errorText)")
      #expect(home.read(Self.file) == bytes, "\(words)")
    }
    #expect(home.read("broken.json") == Array("{ broken".utf8))
    #expect(try stations("add", "B", "http://h/b").exitCode == 0)
    let text = String(decoding: home.read(Self.file), as: UTF8.self)
    #expect(text.contains(#""mine": [1.50]"#) && text.contains(#""gain": -3.50"#))
  }

  @Test("stations are removed by names as they were before the first one was removed, or not at all")
  func removeNames() throws {
    let entries = [("a", "Twin"), ("b", "Twin"), ("c", "Other")].map { id, name in
      #"{"id":"\#(id)","name":"\#(name)","url":"http://h/"}"#
    }
    let bytes = #"{"stations":[\#(entries.joined(separator: ","))]}"#
    let list = try home.write(bytes, as: "twins.json")
    // Without a, the name Twin would mean b.
    let refused = try stations("remove", "a", "Twin", "--stations", list)
    #expect(refused.exitCode != 0 && refused.isOneLineError, "\(refused.errorText)")
    #expect(home.read("twins.json") == Array(bytes.utf8))
    let removed = try stations("remove", "c", "a", "--stations", list)
    #expect(removed.text == "removed c: Other\nremoved a: Twin\n", "\(removed.errorText)")
  }

  @Test("stations are renamed and removed by their ids")
  func renameAndRemove() throws {
    for name in ["One", "Two", "Three"] { _ = try stations("add", name, "http://h/\(name)", "--begin-empty") }
    #expect(try stations("rename", "two", "Zwei").text == "renamed two: it is two: Zwei\n")
    #expect(try stations("rename", "two", "--id", "zwei").text == "renamed two: it is zwei: Zwei\n")
    #expect(try stations("show", "zwei").text.contains("Zwei"))
    #expect(try stations("remove", "three", "one").text == "removed three: Three\nremoved one: One\n")
    #expect(try ids() == ["zwei"])
    let odd =
      #"{"id":"odd","name":"O","url":"http://we^ird/\#(String(repeating: "x", count: 1500))","encoding":"klingon"}"#
    let list = try home.write(#"{"stations":[\#(odd)]}"#, as: "odd.json")
    let renamed = try stations("rename", "odd", "Odd", "--stations", list)
    #expect(renamed.text == "renamed odd: it is odd: Odd\n", "\(renamed.errorText)")
    #expect(try own("odd.json").first?["encoding"] as? String == "klingon")
    let near = try stations("remove", "zwe")
    #expect(near.exitCode == 66 && near.errorText.contains("did you mean zwei?"), "\(near.errorText)")
  }

  @Test("a whole name is as good as an id where the list is changed, unless several stations have it")
  func names() throws {
    let entries = [("a", "Radio Zürich"), ("b", "Twin"), ("c", "twin!"), ("d", "Fourth")].map {
      #"{"id":"\#($0)","name":"\#($1)","url":"http://h/\#($0)"}"#
    }
    let list = try home.write(#"{"stations":[\#(entries.joined(separator: ","))]}"#, as: "names.json")
    func run(_ words: String...) throws -> ProcessRunner.Result {
      try Radiod.run(["stations"] + words + ["--stations", list], environment: environment)
    }
    #expect(try run("edit", "radio zurich", "--favourite").text == "edited a: Radio Zürich\n")
    #expect(try run("move", "Fourth", "--before", "Radio Zürich").text == "d: number 1 in the list\n")
    #expect(try run("rename", "FOURTH", "Fifth").text == "renamed FOURTH: it is d: Fifth\n")
    let twins = try run("remove", "Twin")
    #expect(twins.exitCode == 64 && twins.isOneLineError, "\(twins.errorText)")
    #expect(twins.errorText.contains("'Twin' matches 2 stations (b, c)"), "\(twins.errorText)")
    let part = try run("remove", "Zürich")
    #expect(part.exitCode == 66 && part.errorText.contains("did you mean a?"), "\(part.errorText)")
    #expect(try run("remove", "fifth", "radio zürich").text == "removed d: Fifth\nremoved a: Radio Zürich\n")
    #expect(try ids("names.json") == ["b", "c"])
  }

  @Test("a text that is not an address is named")
  func noAddress() throws {
    for words in [["add", "B", "notaurl"], ["edit", "fip", "--url", "notaurl"]] {
      let result = try Radiod.run(["stations"] + words, environment: environment)
      #expect(result.exitCode == 64 && result.isOneLineError, "\(result.errorText)")
      #expect(result.errorText == "radiod: ‘notaurl’ is not an http(s) address\n", "\(result.errorText)")
    }
  }

  @Test("a list is imported from a server, a file and a pipe; known and omitted entries are reported")
  func imports() throws {
    let server = try ScriptedServer { call in
      switch call.request.path {
      case "/l/opml":
        call.answer(
          headers: ["Content-Type: text/html"],
          body: Array(
            "<opml><outline text='G'><outline type='audio' text='O' URL='o.mp3'/><outline type='rss' xmlUrl='f'/>".utf8)
        )
      case "/l/bare": call.answer(headers: ["Content-Type: audio/x-scpls"], body: Array("File1=/p\nTitle1=P\n".utf8))
      case "/hls": call.answer(body: Array("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n".utf8))
      case "/large": call.answer(body: [UInt8](repeating: 0x20, count: 1_100_000))
      default: call.answer("404 Not Found")
      }
    }
    let opml = try stations("import", server.url("/l/opml"), "--begin-empty")
    #expect(opml.exitCode == 0)
    #expect(opml.text == "added     o: O\nleft out  f: is a feed, not a station\n")
    #expect(opml.errorText == "radiod: added 1 of 2 stations, 1 left out: \(server.url("/l/opml")) (OPML)\n")
    #expect(try stations("import", server.url("/l/bare")).text == "added     p: P\n")
    #expect(try own().map { $0["url"] as? String } == [server.url("/l/o.mp3"), server.url("/p")])
    let csv = try home.write(
      "Again,\(server.url("/p"))\nJazz,-\nNew,http://h/n,no-such-charset\nBad,x:y\n", as: "s.csv")
    let lines = JSONObjects.lines(try stations("import", "-", "--json", input: csv).output)
    #expect(lines.map { $0["result"] as? String } == ["duplicate", "added", "leftOut"])
    #expect(lines.map { $0["id"] as? String } == ["p", "new", nil])
    #expect(try own().last?["tags"] as? [String] == ["Jazz"])
    #expect(try own().last?["encoding"] == nil)
    let elsewhere = try stations("import", server.url("/l/opml"), "--stations", home.path("new.json"))
    #expect(try elsewhere.exitCode == 0 && ids("new.json") == ["o"], "\(elsewhere.errorText)")
    let before = home.read(Self.file)
    let useless = try home.write("[playlist]\nFile1=file:///etc/passwd\n", as: "useless.pls")
    for (source, code, words) in [
      (server.url("/none"), 69, "404"), (server.url("/hls"), 65, "HLS"),
      (server.url("/large"), 69, "longer than 1024 KiB"),
      (useless, 65, "added 0 of 1 stations, 1 left out"),
    ] as [(String, Int32, String)] {
      let result = try stations("import", source)
      #expect(result.exitCode == code && result.isOneLineError, "\(source): \(result.errorText)")
      #expect(result.errorText.contains(words), "\(source): \(result.errorText)")
    }
    #expect(home.read(Self.file) == before)
  }

  @Test("the output of an import contains no passwords")
  func secrets() throws {
    let text = "<opml><outline url='http://u:secret@h/a' text='A'/><outline url='mms://u:secret@h/b'/></opml>"
    let server = try ScriptedServer { $0.answer(body: Array(text.utf8)) }
    let address = server.url("/l").replacing("http://", with: "http://v:secret@")
    for words in [["--json"], []] {
      let result = try Radiod.run(["stations", "import", address, "--begin-empty"] + words, environment: environment)
      #expect(
        result.exitCode == 0 && !(result.text + result.errorText).contains("secret"),
        "\(result.text)\(result.errorText)")
      #expect(result.text.contains("mms://h/b") && result.errorText.contains("1 left out: \(server.url("/l")) (OPML)"))
    }
    #expect(try own().map { $0["url"] as? String } == ["http://u:secret@h/a"])
  }

  @Test("an import waits for a pipe that is silent for a while, as a download may be")
  func slowPipe() throws {
    let result = try Radiod.shell(
      "(sleep 5.5; echo 'Late,http://h/late') | $RADIOD stations import - --begin-empty", environment: environment)
    #expect(result.text == "added     late: Late\n", "\(result.errorText)")
    #expect(result.errorText == "radiod: added 1 of 1 stations: standard input (PyRadio CSV)\n")
  }

  @Test(
    "a list from a public server adds no address of a private network, neither as the first nor as an alternate",
    .enabled(if: NetworkNamespace.isAvailable, "\(NetworkNamespace.requirement)"))
  func abroad() throws {
    let network = try NetworkNamespace()
    let text = """
      <playlist><track><location>http://h.test/a</location><location>http://192.168.1.1/x</location>
      <location>http://h.test/b</location><location>http://localhost/</location><title>A</title></track>
      <track><location>http://10.0.0.1/</location><location>http://h.test/c</location><title>B</title></track></playlist>
      """
    let servers = try [network.farAway, network.outside].map {
      try ScriptedServer(on: $0) { $0.answer(body: Array(text.utf8)) }
    }
    for (index, server) in servers.enumerated() {
      let file = "net\(index).json"
      let (program, words) = network.command(
        Radiod.path, ["stations", "import", server.url("/l"), "--stations", home.path(file)])
      let result = try ProcessRunner.run(
        program, words, environment: Radiod.environment.merging(environment) { $1 })
      #expect(result.exitCode == 0, "\(result.errorText)")
      let isAbroad = index == 0
      #expect(try ids(file) == (isAbroad ? ["a"] : ["a", "b"]))
      #expect(result.text.contains("B: its address is of this machine or network") == isAbroad, "\(result.text)")
      #expect(try (own(file).first?["alternates"] as? [String])?.count == (isAbroad ? 1 : 3))
    }
  }

  @Test("an export keeps the mode and the owner of an existing file, and makes a new one readable, in no new folder")
  func exportedFile() throws {
    func mode(_ name: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: home.path(name))[.posixPermissions] as? Int
    }
    #expect(try stations("export", home.path("new.m3u")).exitCode == 0)
    let mask = umask(0)
    umask(mask)
    #expect(try mode("new.m3u") == Int(0o644 & ~mask))
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: home.path("new.m3u"))
    if getuid() == 0 { chown(home.path("new.m3u"), 65534, 65534) }
    #expect(try stations("export", home.path("new.m3u")).exitCode == 0)
    #expect(try mode("new.m3u") == 0o640)
    let lost = try stations("export", home.path("no/where/x.m3u"))
    #expect(lost.exitCode == 73 && lost.isOneLineError, "\(lost.errorText)")
    #expect(lost.errorText.contains("there is no folder") && access(home.path("no"), F_OK) != 0, "\(lost.errorText)")
    let owner = try FileManager.default.attributesOfItem(atPath: home.path("new.m3u"))[.ownerAccountID] as? Int
    #expect(owner == (getuid() == 0 ? 65534 : Int(getuid())))
    // A name without an ending is not a format. The path of the user's list is refused even before that list exists.
    #expect(try Radiod.shell("cd \(home.path) && $RADIOD stations export pls", environment: environment).exitCode == 0)
    #expect(home.read("pls").starts(with: Array("#EXTM3U".utf8)))
    let place = try stations("export", home.path(Self.file), "--format", "m3u")
    #expect(place.exitCode == 64 && place.isOneLineError, "\(place.errorText)")
    #expect(home.read(Self.file).isEmpty)
  }

  @Test("an export with a password in an address is for its owner only, also where it replaces a file")
  func exportedPassword() throws {
    let list = try home.write(
      #"{"stations":[{"id":"a","name":"A","url":"http://h/a","alternates":["http://user:secret@h/b"]}]}"#, as: "p.json")
    for name in ["new.json", "old.json"] {
      let path = home.path(name)
      if name == "old.json" {
        _ = try home.write("[]", as: name)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
      }
      #expect(try stations("export", path, "--stations", list).exitCode == 0)
      #expect(String(decoding: home.read(name), as: UTF8.self).contains("secret"))
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600, "\(name)")
    }
  }

  @Test(
    "an export gives the same list when it is imported again, and the same bytes through a pipe",
    arguments: ["m3u", "pls", "xspf", "json"])
  func exports(format: String) throws {
    let wanted = JSONObjects.whole(try stations("list", "--json").output)?["stations"] as? [[String: Any]]
    let file = home.path("list." + format)
    #expect(try stations("export", file).exitCode == 0)
    let piped = try stations("export", "--format", format)
    #expect(piped.output == home.read("list." + format) && !piped.output.isEmpty)
    let back = try stations("import", file, "--stations", home.path("back.json"))
    #expect(back.exitCode == 0 && !back.text.contains("left out"), "\(back.errorText)")
    func names(_ list: [[String: Any]]?) -> [String]? { list?.map { "\($0["name"] ?? "") \($0["url"] ?? "")" } }
    #expect(try names(own("back.json")) == names(wanted))
    if format != "pls" { #expect(try ids("back.json") == wanted?.map { $0["id"] as? String ?? "" }) }
  }

  @Test("twelve stations that are added at the same time are all in the list")
  func atOnce() throws {
    _ = try stations("add", "First", "http://h/", "--begin-empty")
    let writers = try (0..<12).map { number in
      try Radiod.start("stations", "add", "Radio", "http://h/\(number)", environment: environment)
    }
    for writer in writers { #expect(writer.wait(limit: .seconds(20)) == 0, "\(writer.errorText)") }
    #expect(try Set(ids()) == Set(["first", "radio"] + (2...12).map { "radio-\($0)" }))
  }

  @Test("writers that are killed lose no station that was reported as added")
  func killed() throws {
    _ = try stations("add", "First", "http://h/", "--begin-empty")
    var random = SeededRandom(seed: 5)
    var reported: Set<String> = ["first"]
    for round in 0..<10 {
      let writers = try (0..<3).map { number in
        try Radiod.start(
          "stations", "add", "R\(round)x\(number)", "http://h/\(round)/\(number)", environment: environment)
      }
      usleep(useconds_t(random.unit() * 60_000))  // anywhere between their start and their end
      for writer in writers {
        writer.terminate(SIGKILL)
        for line in String(decoding: writer.output, as: UTF8.self).split(separator: "\n") {
          reported.insert(String(line.dropFirst(6).prefix { $0 != ":" }))
        }
      }
      #expect(try reported.isSubset(of: ids()))
    }
    #expect(try stations("add", "Last", "http://h/last").exitCode == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.path("config/springradio")) == ["stations.json"])
  }

  @Test(
    "a changed list is on the disk before it takes the name of the old one, and the name before the command ends",
    .enabled(if: FileCalls.isAvailable, "needs cc"), arguments: [true, false])
  func powerFailure(isNew: Bool) throws {
    if !isNew { _ = try stations("add", "First", "http://h/", "--begin-empty") }
    let calls = try FileCalls()
    let result = try Radiod.run(
      ["stations", "add", "Radio", "http://h/radio"], environment: environment.merging(calls.environment) { $1 })
    #expect(result.exitCode == 0, "\(result.errorText)")
    let draft = ".stations.json.new"
    let expected: [FileCalls.Call] = [
      .synced(file: draft, bytes: home.size(Self.file)), .renamed(from: draft, to: "stations.json"),
      .syncedNames(folder: "springradio"),
    ]
    #expect(calls.all == expected)
  }

  private static let canMount =
    (try? ProcessRunner.run("unshare", ["-rm", "mount", "-t", "tmpfs", "none", "/mnt"]))?.exitCode == 0

  @Test("a full disk and a read-only folder leave the list unchanged", .enabled(if: canMount))
  func full() throws {
    let large = try home.write((0..<1000).map { "Station \($0),http://h/\($0)\n" }.joined(), as: "large.csv")
    let result = try ProcessRunner.run(
      "unshare",
      [
        "-rm", "bash", "-c",
        """
        mount -t tmpfs -o size=64k none /mnt
        list="--stations /mnt/stations.json"
        $RADIOD stations add A http://h/ $list || exit 1
        cp /mnt/stations.json \(home.path)/before
        $RADIOD stations import \(large) $list >/dev/null; [ $? = 74 ] || exit 2
        cmp /mnt/stations.json \(home.path)/before || exit 3
        mount -o remount,ro /mnt
        $RADIOD stations add B http://h/b $list; [ $? = 73 ] || exit 4
        cmp /mnt/stations.json \(home.path)/before
        """,
      ], environment: Radiod.environment.merging(["RADIOD": Radiod.path]) { $1 })
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(result.errorText.contains("the disk is full") && result.errorText.contains("Read-only file system"))
  }

  @Test("a running service reads a changed list again")
  func service() throws {
    let service = try Radiod.start(
      "serve", "--output", "silent", "--no-mpd", "--no-mpris", environment: environment)
    let isUp = ProcessRunner.eventually {
      (try? Radiod.run("ctl", "status", environment: environment).exitCode) == 0
    }
    #expect(isUp, "\(service.errorText)")
    let added = try stations("add", "Followed FM", "http://h/", "--verbose")
    #expect(added.errorText.contains("(pid \(service.pid)) reloads it"), "\(added.errorText)")
    let isKnown = ProcessRunner.eventually { service.errorText.contains("reloaded: ") }
    #expect(isKnown, "\(service.errorText)")
    #expect(service.terminate() == 0)
  }
}
