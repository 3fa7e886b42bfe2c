import AudioCore
import JSON
import NIOCore
import RadioModel
import Stations
import TestSupport
import Testing
import WebServer

/// `Sources/CAssets/openapi.json` beside the types in `RadioModel/Contract`, in both directions.
@Suite("The members of the API document")
struct DocumentMembersTests {
  /// A schema of the document, values of its type that together have every member, and one that has as few as possible.
  struct Row: Sendable, CustomTestStringConvertible {
    var schema: String
    var values: [JSONValue]
    var least: JSONValue?

    init(_ schema: String, _ values: JSONValue..., least: JSONValue? = nil) {
      (self.schema, self.values, self.least) = (schema, values, least)
    }

    var testDescription: String { schema }
  }

  /// What the server alone writes or reads; no type of the contract stands for it.
  private static let others: Set = [
    "Error", "Picture", "StationChanged", "ListChanged", "History", "Recent", "Nothing", "SessionToken",
    "DirectorySearch", "DirectoryCheck", "StationImport", "Imported", "Addresses", "Recordings",
  ]

  private static let schemas = try? JSONReader.read(Array(WebAssets.document.readableBytesView))["components"]?[
    "schemas"]

  @Test("a value has the members of its schema, and where all others are unknown, those that the schema requires")
  func members() throws {
    for row in Self.rows {
      let alternatives = try Self.alternatives(#require(Self.schemas?[row.schema]))
      let named = alternatives.flatMap { $0["properties"]?.members?.map(\.key) ?? [] }
      #expect(Set(named) == Set(row.values.flatMap(Self.keys)), "\(row.schema)")
      if let least = row.least {
        let required = alternatives.flatMap { $0["required"]?.elements?.compactMap(\.text) ?? [] }
        #expect(Set(required) == Set(Self.keys(of: least)), "\(row.schema)")
      }
    }
  }

  @Test("every schema is of a type of the contract, or of the server alone")
  func complete() throws {
    let schemas = try #require(Self.schemas?.members?.map(\.key))
    #expect(Set(schemas) == Self.others.union(Self.rows.map(\.schema)))
    #expect(Self.others.isDisjoint(with: Self.rows.map(\.schema)))
  }

  @Test("the document has the states of the radio and the levels of the log")
  func enumerations() throws {
    func values(_ schema: String, _ member: String) -> [String]? {
      Self.schemas?[schema]?["properties"]?[member]?["enum"]?.elements?.compactMap(\.text)
    }
    #expect(Set(try #require(values("Status", "state"))) == Set(RadioStatus.State.allCases.map(\.rawValue)))
    #expect(Set(try #require(values("LogRecord", "level"))) == Set(LogLevel.allCases.map(\.rawValue)))
  }

  @Test("the served document is the file without blanks")
  func compact() throws {
    let bytes = Array(WebAssets.document.readableBytesView)
    #expect(try JSONWriter.line(JSONReader.read(bytes)) == bytes)
    #expect(!bytes.dropLast().contains(UInt8(ascii: "\n")))
  }

  private static func keys(of value: JSONValue) -> [String] { value.members?.map(\.key) ?? [] }

  /// The objects that a value of `schema` may be.
  private static func alternatives(_ schema: JSONValue) -> [JSONValue] { schema["oneOf"]?.elements ?? [schema] }

  // MARK: - Values

  private static let fip: Station = {
    var station = Station(
      id: "fip", name: "FIP", url: "http://fip.example/", homepage: "http://fip.example/h",
      image: "http://fip.example/i", tags: ["jazz"], country: "FR", language: "french",
      directoryID: Station.directoryID("960e57c5-0601-11e8-ae97-52543be04c81"))
    station.alternates = ["http://fip.example/2"]
    return station
  }()
  private static let bare = Station(id: "fip", name: "FIP", url: "http://fip.example/")

  private static let status: RadioStatus = {
    var status = RadioStatus(state: .retrying)
    (status.station, status.name, status.title, status.reason, status.notice) = ("fip", "FIP", "A - B", "lost", "mute")
    (status.url, status.image) = (ShownAddress("http://fip.example/"), ShownAddress("http://fip.example/i"))
    (status.codec, status.bitRate, status.format) = (.mp3, 128_000, AudioFormat(sampleRate: 44_100, channels: 2))
    (status.length, status.retryIn, status.message) = (60, 3, "this is live")
    (status.titleElapsed, status.behindLive, status.seekable) = (1, 2, 3...4)
    return status
  }()

  private static let queue: QueueState = {
    var snapshot = TunerSnapshot()
    snapshot.stations = [fip]
    snapshot.queue = StationQueue(stations: [fip])
    return QueueState(snapshot, added: 1)
  }()

  private static let found: FoundStation = {
    var found = FoundStation(station: fip, codec: "MP3", kilobits: 128)
    (found.languages, found.listedID) = ("french", "fip")
    return found
  }()
  private static let search = StationSearchResult(stations: [found], fault: "no answer", foundIn: .tag)

  private static let kept = TimeShift(
    start: 1, end: 9, live: 8, position: 5, bytes: 100,
    titles: [.init(id: 1, start: 1, end: 2, title: "A - B", receivedAt: 1)])

  private static let recording: RecordingStatus = {
    var recording = RecordingStatus(id: 1, kind: .record, title: "A - B", station: "FIP")
    (recording.begin, recording.reason) = (1, "the disk is full")
    return recording
  }()
  private static let recordRequest: RecordRequest = {
    var request = RecordRequest(.station("fip"))
    (request.isSplit, request.isSongsOnly, request.duration) = (true, true, .seconds(1))
    return request
  }()

  private static let record = LogRecord(
    number: 1, time: 1, level: .info, category: "Web", text: "A", details: [.init("n", "v")])

  private static let edit: StationEdit = {
    var edit = StationEdit(name: "FIP", url: "http://fip.example/")
    (edit.homepage, edit.image, edit.country, edit.language) = ("", "", "", "")
    (edit.tags, edit.favourite) = ([], true)
    return edit
  }()

  private static func body(_ change: StationChange) -> JSONValue {
    change.request(ifVersion: 1)?.body ?? .object([:])
  }

  private static var rows: [Row] {
    var play = Row("Play")
    play.values = [PlayTarget.station("fip"), .url("http://fip.example/"), .entry(1), .found("1")].map(\.json)
    return [
      Row("Status", status.json, least: RadioStatus().json),
      Row("Station", fip.answer(picture: "/p"), least: bare.answer(picture: nil)),
      Row(
        "Stations", StationListAnswer(version: 1, fault: "f", path: "/p", stations: []).json { _ in nil },
        least: StationListAnswer(version: 1, fault: nil, path: nil, stations: []).json { _ in nil }),
      Row("Queue", queue.json, least: QueueState(TunerSnapshot()).json),
      Row("Entry", queue.json["entries"]?.elements?.first ?? .object([:])),
      Row("Title", HistoryEntry(time: 1, title: "A", station: "fip", name: "FIP").json),
      Row("TimeShift", kept.json, least: TimeShift.emptyJSON),
      Row(
        "TimeShiftTitle", kept.json["titles"]?.elements?.first ?? .object([:]),
        least: TimeShift.Title(id: 1, start: 1, end: nil, title: "A", receivedAt: 1).json),
      Row("Keep", KeepRequest(title: 1).json, least: KeepRequest().json),
      Row("Record", recordRequest.json, RecordRequest(.url("http://fip.example/")).json),
      Row("Recording", recording.json, least: RecordingStatus(id: 1, kind: .keep, station: "FIP").json),
      Row("Log", LogExtract().json(started: 1), least: LogExtract().json(started: 1)),
      Row("LogRecord", record.json, least: LogRecord(number: 1, time: 1, level: .info, category: "", text: "").json),
      Row("LogDetail", record.json["details"]?.elements?.first ?? .object([:])),
      Row(
        "Figures", RadioFigures(residentBytes: 1, deviceFaults: 0, reconnects: 0, decodingShare: 0.1).json,
        least: RadioFigures(residentBytes: 1, deviceFaults: 0, reconnects: 0, decodingShare: nil).json),
      Row("DirectoryStation", found.json(picture: "/p")),
      Row(
        "DirectoryStations", search.json { _ in "/p" },
        least: StationSearchResult(stations: [], age: nil).json { _ in "/p" }),
      Row(
        "Checked",
        StationCheck(codec: "mp3", kilobits: 1, sampleRate: 1, channels: 1, name: "FIP").json,
        StationCheck.json(failure: "no sound")),
      play,
      Row(
        "Volume", VolumeChange(volume: 1, isMuted: true).json, VolumeChange(change: 1).json,
        VolumeChange(togglesMute: true).json),
      Row(
        "Seek", SeekRequest(.by(.seconds(-10))).json, SeekRequest(.to(.seconds(3))).json, SeekRequest(.title(1)).json,
        SeekRequest(.live).json),
      Row("QueueAdd", QueueRequest.add("fip").json),
      Row("QueueRemove", QueueRemoval(.number(1), version: 1).json, QueueRemoval(.position(1)).json),
      Row("StationNew", fip.requestJSON.adding(.object(["id": "fip"]))),
      Row("StationAdd", body(.add(bare)), StationChange.additionBody(found: "1", ifVersion: 1)),
      Row("StationEdit", body(.edit(id: "fip", edit)), least: StationEdit().json),
      Row("StationRemove", body(.delete(id: "fip"))),
      Row("StationOrder", body(.move(id: "fip", position: 1))),
    ]
  }
}
