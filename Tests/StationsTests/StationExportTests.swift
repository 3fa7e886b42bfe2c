import AudioCore
import JSON
import Stations
import TestSupport
import Testing

@Suite("An exported list")
struct StationExportTests {
  /// Two stations whose fields and characters need special handling in some format.
  static let list = StationList(stations: [
    Station(
      id: "odd", name: "R & B <\"1\">, it's: = #]]> Ünï", url: "http://h:8000/;stream?a=1&b=<2>",
      homepage: "http://h/?x&y",
      image: "http://h/i.png", tags: ["drum 'n' bass", "r&b"], country: "FR", language: "fr", encoding: "windows-1251",
      userAgent: "Winamp/5", alternates: ["https://h/2?a&b", "http://h/3.pls"], favourite: true,
      directoryID: "960e57c5-0601-11e8-ae97-52543be04c81", other: [JSONMember("gain", JSONValue(.number("-3.50")))]),
    Station(id: "plain", name: "日本 1,2", url: "https://h/"),
  ])

  /// The stations of the list after an export to `format` and an import.
  private static func read(_ format: StationExport.Format) throws -> [Station] {
    var list = StationList()
    let found = try StationImport.read(StationExport.write(Self.list, as: format), base: "list")
    #expect(found.leftOut.isEmpty)
    _ = list.add(found.stations)
    return list.stations
  }

  @Test(
    "an import of the export gives the same stations, less the fields that the format does not have",
    arguments: StationExport.Format.allCases)
  func roundTrip(_ format: StationExport.Format) throws {
    let kept = Self.list.stations.map { station in
      var kept = station
      if format == .json { return kept }
      (kept.userAgent, kept.other) = (nil, [])
      if format == .xspf { return kept }
      (kept.homepage, kept.encoding, kept.directoryID, kept.alternates, kept.favourite) = (nil, nil, nil, [], false)
      if format == .m3u { return kept }
      (kept.image, kept.tags, kept.country, kept.language) = (nil, [], nil, nil)
      kept.id = Station.id(forName: kept.name)
      return kept
    }
    #expect(try Self.read(format) == kept)
  }

  @Test(
    "a Python program reads the same names and addresses from each format",
    .enabled(if: ProcessRunner.hasPrograms("python3")))
  func foreignReaders() throws {
    let scratch = try Scratch()
    for format in StationExport.Format.allCases {
      try scratch.write(StationExport.write(Self.list, as: format), as: "list.\(format.rawValue)")
    }
    let script = try scratch.write(
      """
      import configparser, json, sys, xml.etree.ElementTree as tree
      folder = sys.argv[1]
      stations = json.load(open(folder + "/list.json"))["stations"]
      wanted = [(s["name"], s["url"]) for s in stations]
      pls = configparser.RawConfigParser()
      pls.read(folder + "/list.pls", encoding="utf-8")
      pls = pls["playlist"]
      assert [(pls[f"Title{n}"], pls[f"File{n}"]) for n in range(1, int(pls["NumberOfEntries"]) + 1)] == wanted, dict(pls)
      xspf = tree.parse(folder + "/list.xspf").getroot()
      names = {"x": "http://xspf.org/ns/0/"}
      tracks = xspf.findall("x:trackList/x:track", names)
      assert xspf.get("version") == "1"
      assert [(t.find("x:title", names).text, t.find("x:location", names).text) for t in tracks] == wanted
      lines = open(folder + "/list.m3u", encoding="utf-8").read().splitlines()
      assert lines[0] == "#EXTM3U" and lines[2::2] == [url for _, url in wanted], lines
      assert all(line.startswith("#EXTINF:-1 ") and line.endswith("," + name) for line, (name, _) in zip(lines[1::2], wanted))
      """, as: "read.py")
    let result = try ProcessRunner.run("python3", [script, scratch.path])
    #expect(result.exitCode == 0, "\(result.errorText)")
  }
}
