import AudioCore
import Foundation
import Recording
import TestSupport
import Testing

@Suite("Names of recordings")
struct FileNamesTests {
  private static func values(
    station: String = "", artist: String = "", title: String = "", date: String = "", time: String = "",
    number: Int? = nil
  ) -> FileNames.Values {
    var values = FileNames.Values()
    (values.station, values.artist, values.title) = (station, artist, title)
    (values.date, values.time, values.number) = (date, time, number)
    return values
  }

  private static func path(_ values: FileNames.Values, _ pattern: String = FileNames.standardPattern) throws -> String {
    try FileNames(pattern).name(for: values, fileExtension: "mp3").path()
  }

  // MARK: - Patterns

  @Test(
    "an empty field is left out with the text beside it, and a folder without a name is left out",
    arguments: [
      ("{station}/{artist} - {title}", "FIP/Air - Sexy Boy.mp3", "FIP/Sexy Boy.mp3", "FIP/Air.mp3"),
      (
        "{artist} - {title} ({date})", "Air - Sexy Boy (2026-03-01).mp3", "Sexy Boy (2026-03-01).mp3",
        "Air - (2026-03-01).mp3"
      ),
      ("{number}. {artist} - {title}", "07. Air - Sexy Boy.mp3", "07. Sexy Boy.mp3", "07. Air.mp3"),
      ("{artist}/{number} {title}", "Air/07 Sexy Boy.mp3", "07 Sexy Boy.mp3", "Air/07.mp3"),
      ("by {artist}: {title}".replacing(":", with: ","), "by Air, Sexy Boy.mp3", "Sexy Boy.mp3", "by Air.mp3"),
      ("{title} [by {artist}]", "Sexy Boy [by Air].mp3", "Sexy Boy.mp3", "[by Air].mp3"),
      ("{artist}{number} {title}", "Air07 Sexy Boy.mp3", "07 Sexy Boy.mp3", "Air07.mp3"),
      ("{station} ({artist} ({title}))", "FIP (Air (Sexy Boy)).mp3", "FIP ((Sexy Boy)).mp3", "FIP (Air).mp3"),
      ("{artist} (live) {title}", "Air (live) Sexy Boy.mp3", "Sexy Boy.mp3", "Air.mp3"),
      ("{artist} ) ( [ {title}", "Air ) ( [ Sexy Boy.mp3", "Sexy Boy.mp3", "Air.mp3"),
      ("radio/show", "radio/show.mp3", "radio/show.mp3", "radio/show.mp3"),
    ])
  func fields(pattern: String, all: String, noArtist: String, noTitle: String) throws {
    var values = Self.values(station: "FIP", artist: "Air", title: "Sexy Boy", date: "2026-03-01", number: 7)
    #expect(try Self.path(values, pattern) == all)
    values.artist = " \u{200B} "
    #expect(try Self.path(values, pattern) == noArtist)
    (values.artist, values.title) = ("Air", "...")
    #expect(try Self.path(values, pattern) == noTitle)
  }

  @Test("a name for which no field has a value is the time of the recording, else a word")
  func nothing() throws {
    #expect(try Self.path(Self.values(station: "FIP")) == "FIP/recording.mp3")
    let moment = Self.values(date: "2026-03-01", time: "20-15-00")
    #expect(try Self.path(moment) == "2026-03-01 20-15-00.mp3")
    #expect(try Self.path(Self.values(), "{title} ({number})") == "recording.mp3")
  }

  @Test("the values of tags are those of the reception in local time")
  func tags() throws {
    var tags = RecordingTags()
    (tags.station, tags.artist, tags.title) = ("FIP", "Air", "Sexy Boy")
    tags.received = "2026-03-01T20:15:00+01:00"
    let values = FileNames.Values(tags, number: 12)
    #expect(try Self.path(values, "{station} {date} {time} {number}") == "FIP 2026-03-01 20-15-00 12.mp3")
    #expect(FileNames.Values(RecordingTags()) == FileNames.Values())
  }

  @Test("the standard names are those of the standard pattern")
  func standard() throws { #expect(try FileNames(FileNames.standardPattern) == FileNames.standard) }

  @Test(
    "a wrong pattern is an error that says what is wrong",
    arguments: [
      ("", "at least one field, such as {title}"), ("{titel}", "there is no field {titel}; did you mean {title}?"),
      ("{x}", "there is no field {x}; fields are {station} {artist} {title} {date} {time} {number}"),
      ("{}", "there is no field {}; fields are"), ("{title", "a { has no } behind it"),
      ("title}", "a } has no { before it"), ("/{title}", "has a / without a name before and behind it"),
      ("{station}//{title}", "has a / without a name"), ("{title}/", "has a / without a name"),
      ("../{title}", "'..' in '../{title}' is not the name of a file or folder"),
      ("{station}/./{title}", "'.' in"), ("{station}/ . /{title}", "is not the name"),
      ("{title}: {artist}", "names cannot have the character :"), ("{title}?", "cannot have the character ?"),
      ("C:\\{title}", "cannot have the character :"), ("{title}\n", "one line without control characters"),
      ("{title}\u{202E}", "one line without control characters"),
      (String(repeating: "x", count: 513), "at most 512 bytes, not 513"),
      (String(repeating: "x/", count: 9) + "{title}", "at most 8 folders, not 9"),
    ])
  func wrongPattern(pattern: String, sentence: String) throws {
    let error = #expect(throws: OptionError.self) { try FileNames(pattern) }
    #expect(error?.description.contains(sentence) == true, "\(error?.description ?? "")")
  }

  @Test("a pattern of brackets is read in a moment")
  func brackets() throws {
    let values = Self.values(title: "T")
    #expect(try Self.path(values, String(repeating: "(", count: 505) + "{title}").hasSuffix("(.mp3"))
    let nested = String(repeating: "(", count: 90) + "{title}" + String(repeating: ")", count: 90)
    #expect(try Self.path(values, nested) == nested.replacing("{title}", with: "T") + ".mp3")
  }

  // MARK: - Texts

  @Test(
    "a text of a station becomes a clean name",
    arguments: [
      ("AC/DC", "AC-DC"), ("../../etc/passwd", "-..-etc-passwd"), ("..", "recording"), ("////", "----"),
      ("Mission: Impossible", "Mission - Impossible"), ("12:30", "12-30"), ("\"Heroes\"", "'Heroes'"),
      ("Who Are You?", "Who Are You"), ("M*A*S*H <live> | x\\y", "MASH live - x-y"),
      ("a\u{0}b\u{1B}[2J\n c", "ab[2J c"),
      ("\u{202E}gnp.exe\u{202C}\u{200F}\u{2067}", "gnp.exe"), ("  .hidden. . ", "hidden"), ("\u{3000}x\u{A0}", "x"),
      ("\u{200B}\u{2060}", "recording"), ("e\u{301}\u{1112}\u{1161}\u{11AB}", "\u{E9}\u{D55C}"),
      ("con", "con_"), ("NUL.tar.gz", "NUL_.tar.gz"), ("COM\u{B9}", "COM\u{B9}_"), ("LPT1 .x", "LPT1 _.x"),
      ("CONIN$", "CONIN$_"), ("COM", "COM"), ("COM10", "COM10"), ("console", "console"),
      ("\u{2764}\u{FE0F}", "\u{2764}\u{FE0F}"),
      (
        "Motörhead \u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}",
        "Motörhead \u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}"
      ), ("x\u{FFFF}y", "xy"), (".\u{301}x", "x"),
    ])
  func clean(text: String, name: String) throws {
    let path = try Self.path(Self.values(title: text), "{title}")
    #expect(Array(path.utf8) == Array("\(name).mp3".utf8), "\(path)")
    let folder = try Self.path(Self.values(station: text, title: "T"))
    #expect(Array(folder.utf8) == Array((name == "recording" ? "T.mp3" : "\(name)/T.mp3").utf8), "\(folder)")
  }

  @Test("parts that are joined are composed, so that a mark at a beginning stays no second character")
  func composed() throws {
    let path = try Self.path(Self.values(artist: "cafe", title: "\u{301} x"), "{artist}{title}")
    #expect(Array(path.utf8) == Array("caf\u{E9} x.mp3".utf8))
  }

  @Test("a name has at most 200 bytes with its number and its ending, and is cut between characters")
  func long() throws {
    let name = try FileNames("{title}").name(
      for: Self.values(title: String(repeating: "\u{1F1E9}\u{1F1EA}", count: 100)), fileExtension: "opus")
    let flags = { (text: String) in text.filter { $0 == "\u{1F1E9}\u{1F1EA}" }.count }
    #expect(name.file() == String(repeating: "\u{1F1E9}\u{1F1EA}", count: 24) + ".opus")
    #expect(name.file(2).hasSuffix("\u{1F1E9}\u{1F1EA} (2).opus") && flags(name.file(2)) == 23)
    #expect(name.file(123_456).utf8.count <= 200 && name.file(123_456).hasSuffix(" (123456).opus"))
    let words = try Self.path(Self.values(title: String(repeating: "a", count: 194) + " b"), "{title}")
    #expect(words == String(repeating: "a", count: 194) + ".mp3", "no blank at the end of what was cut")
  }

  @Test("a name that exists gets a number before its ending, also where its folder has a dot")
  func numbers() throws {
    let name = try FileNames("{station}/{title}").name(
      for: Self.values(station: "radio.x", title: "A.B"), fileExtension: "mp3")
    #expect(name.path() == "radio.x/A.B.mp3" && name.path(2) == "radio.x/A.B (2).mp3")
    #expect(name.path(3) == "radio.x/A.B (3).mp3" && name.folders == ["radio.x"])
  }

  /// Texts that stations or attackers may send, and sequences of all kinds of scalars.
  private static let hostile: [String] = {
    var texts = [
      String(repeating: "x", count: 4080), String(repeating: ".", count: 300), String(repeating: "/", count: 300),
      "a" + String(repeating: "\u{301}", count: 32_000), String(repeating: "\u{301}", count: 32_000),
      String(repeating: "\u{200D}\u{1F468}", count: 500), String(repeating: "\u{1100}", count: 500),
      String(repeating: "\u{600}", count: 300) + ".", "CON" + String(repeating: "\u{200D}\u{1F468}", count: 60),
      String(repeating: "\u{DF}", count: 99) + ". . . .", "nul\u{200B}", "nul.\u{301}x", "\u{200B}nul", "com1\u{FE0F}",
    ]
    var random = SeededRandom(seed: 34)
    let pools: [[UInt32]] = [
      Array(0x20..<0x7F), [0x2E, 0x20, 0x2F, 0x43, 0x4F, 0x4E, 0x31], Array(0x300..<0x370),
      [0x200B, 0x200D, 0x200E, 0x202E, 0x2066, 0xFEFF, 0xAD, 0x600, 0x3164], Array(0x1100..<0x1200),
      Array(0x1F1E6..<0x1F200), Array(0x1F600..<0x1F680), Array(0x4E00..<0x4F00), Array(0..<0x20),
      [0x2000, 0x3000, 0xA0, 0x85, 0x2028], Array(0xE0000..<0xE0080), Array(0xFFF0...0xFFFF), [0x212B, 0x1FEF, 0x37E],
    ]
    for _ in 0..<1000 {
      var scalars = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0..<120, using: &random) {
        let pool = pools[Int.random(in: 0..<pools.count, using: &random)]
        let value = pool[Int.random(in: 0..<pool.count, using: &random)]
        if let scalar = Unicode.Scalar(value) { scalars.append(scalar) }
      }
      texts.append(String(scalars))
    }
    return texts
  }()

  @Test("whatever a station sends, each part of a path is a name that every file system takes")
  func anyText() throws {
    let patterns = try ["{title}", "{station}/{artist} - {title}", "{artist}{title}/({number}) .{title}."].map {
      try FileNames($0)
    }
    for (index, text) in Self.hostile.enumerated() {
      let other = Self.hostile[(index * 31 + 7) % Self.hostile.count]
      let values = Self.values(station: other, artist: index % 5 == 0 ? "" : other, title: text)
      for pattern in patterns {
        let name = pattern.name(for: values, fileExtension: "mp3")
        for (part, isFile) in name.folders.map({ ($0, false) }) + [(name.file(), true), (name.file(12), true)] {
          #expect(Self.fault(in: part, isFile: isFile) == nil, "\(text.debugDescription.prefix(300)): \(part)")
        }
      }
    }
  }

  /// What is wrong with a part of a path; nil for a clean name. Written without the parts that make the name.
  private static func fault(in part: String, isFile: Bool) -> String? {
    if part.isEmpty || part.utf8.count > 200 { return "its length" }
    for scalar in part.unicodeScalars {
      switch scalar.value {
      case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: return "a control"
      case 0xFFFE...0xFFFF: return "no character"
      default: if "/<>:\"|?*\\".unicodeScalars.contains(scalar) { return "a forbidden character" }
      }
    }
    if Array(part.utf8) != Array(part.precomposedStringWithCanonicalMapping.utf8) { return "not composed" }
    let ends = CharacterSet(charactersIn: ".").union(.whitespacesAndNewlines)
    if part.trimmingCharacters(in: ends) != part { return "an end" }
    if isFile, !Array(part.utf8).suffix(4).elementsEqual(".mp3".utf8) { return "its ending" }
    let base = String(part.unicodeScalars.prefix { $0 != "." }).uppercased().trimmingCharacters(in: .whitespaces)
    let isDevice = base.wholeMatch(of: /CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(COM|LPT)[0-9¹²³]/) != nil
    return isDevice ? "a device" : nil
  }
}
