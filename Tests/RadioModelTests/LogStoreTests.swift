import JSON
import RadioModel
import Testing

@Suite("The log that is kept")
struct LogStoreTests {
  @Test("the last 1,000 records are kept, numbered from 1, and all warnings and errors are counted")
  func bound() {
    let store = LogStore(started: 5)
    #expect(store.extract(after: 0) == LogExtract())
    for number in 1...2500 {
      let level: LogLevel = number % 100 == 0 ? .error : number % 10 == 0 ? .warning : .debug
      store.add(level, category: "Radio", "line \(number)", at: Double(number))
    }
    let extract = store.extract(after: 0)
    #expect(extract.records.map(\.number) == Array(1501...2500))
    #expect(extract.records.first?.text == "line 1501" && extract.records.last?.text == "line 2500")
    #expect(extract.warnings == 225 && extract.errors == 25)
  }

  @Test(
    "an extract has the records after a number, at most as many as wanted",
    arguments: [
      (0, 1000, 3...12), (3, 1000, 4...12), (11, 1000, 12...12), (0, 2, 11...12), (-7, 1000, 3...12),
    ])
  func extract(after number: Int, limit: Int, expected: ClosedRange<Int>) {
    let store = LogStore(started: 0, limit: 10)
    for number in 1...12 { store.add(.info, category: "Radio", "\(number)", at: 0) }
    #expect(store.extract(after: number, limit: limit).records.map(\.number) == Array(expected))
    #expect(store.extract(after: 12).records.isEmpty && store.extract(after: .max).records.isEmpty)
    #expect(store.extract(after: 0, limit: 0).records.isEmpty)
  }

  @Test("texts are clean lines of bounded length, whatever a station sends")
  func hostileTexts() throws {
    let store = LogStore(started: 0)
    let marks = String(repeating: "e\u{301}\u{302}\u{303}", count: 5000)
    store.add(
      .warning, category: "Dö\u{1B}wn-loader" + String(repeating: "x", count: 100),
      "a\u{1B}[2Jb\r\nc \u{202E}d" + marks,
      details: (0..<40).map { LogRecord.Detail("na\nme\($0)", "\u{9D}" + String(repeating: "v", count: 9999)) }, at: 0)
    store.add(.debug, category: "\u{1B}", "", at: 0)
    let records = store.extract(after: 0).records
    let record = try #require(records.first)
    #expect(record.text.hasPrefix("a[2Jb c d") && record.text.count <= 1000 && record.text.utf8.count <= 4000)
    #expect(record.category.hasPrefix("Dwnloader") && record.category.utf8.count == 32)
    #expect(record.details.count == 16)
    #expect(record.details.allSatisfy { $0.value.utf8.count == 200 && $0.name.hasPrefix("na me") })
    #expect(records.last?.category == "radiod" && records.last?.text == "")
  }

  @Test("records of several threads get all numbers, once each")
  func threads() async {
    let store = LogStore(started: 0)
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<4 {
        group.addTask { for line in 0..<200 { store.add(.info, category: "Radio", "\(task) \(line)", at: 0) } }
      }
    }
    let records = store.extract(after: 0).records
    #expect(records.map(\.number) == Array(1...800))
    for task in 0..<4 {
      let own = records.map(\.text).filter { $0.hasPrefix("\(task) ") }
      #expect(own == (0..<200).map { "\(task) \($0)" })
    }
  }

  @Test("an extract is the same after it was written as JSON and read again")
  func roundTrip() throws {
    let store = LogStore(started: 1_789_000_000)
    store.add(.error, category: "Downloader", "lost", details: [.init("url", "http://x/")], at: 1_789_000_060.5)
    store.add(.debug, category: "Player", "detail", at: 1_789_000_061)
    let extract = store.extract(after: 0)
    let json = try JSONReader.read(JSONWriter.line(extract.json(started: store.started)))
    #expect(LogExtract(json: json) == extract)
    #expect(json["records"]?.elements?.first?["clock"]?.text?.hasPrefix("2026-09-") == true)
  }

  @Test(
    "what no daemon sends is left out, and texts of a daemon are cleaned",
    arguments: [
      ("{}", nil), (#"{"records":[],"warnings":1,"errors":2}"#, 0),
      (#"{"records":[{"number":1}],"warnings":-1,"errors":0}"#, 0),
      (
        #"{"records":[{"number":7,"time":1,"level":"info","category":"A b","text":"\u001b[2Jx\ny"}],"warnings":0,"errors":0}"#,
        1
      ),
      (#"{"records":[{"number":7,"time":1,"level":"loud","category":"A","text":""}],"warnings":0,"errors":0}"#, 0),
    ] as [(String, Int?)])
  func decoding(text: String, count: Int?) throws {
    let extract = LogExtract(json: try JSONReader.read(Array(text.utf8)))
    #expect(extract?.records.count == count)
    #expect(extract?.records.first.map { $0.text == "[2Jx y" && $0.category == "Ab" } ?? true)
    #expect(extract.map { $0.warnings >= 0 } ?? true)
  }
}
