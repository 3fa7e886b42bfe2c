import AudioCore
import Parser
import Recording
import Testing

@Suite("Where the files of a log begin and end")
struct LogSplitterTests {
  /// A file, as a splitter describes it.
  private struct File: Equatable {
    var name: String
    var begin: Double
    var end: Double?
    var isEnded = false
    var packets: [Packet] = []
    var before = 0
    var titles: [String] = []
    var notes: [String] = []
  }

  private static func files(_ output: [LogSplitter.Output]) -> [File] {
    var files: [File] = []
    var early: [String] = []
    func add(_ text: String) {
      if files.last?.isEnded ?? true { early.append(text) } else { files[files.count - 1].notes.append(text) }
    }
    for part in output {
      switch part {
      case .begin(let span, let piece):
        files.append(File(name: piece.name, begin: span.receivedAt, before: span.before.count))
        files[files.count - 1].titles = span.metadata.title.isEmpty ? [] : [span.metadata.title]
        files[files.count - 1].notes = early
        early = []
      case .packet(let placed): if let packet = placed.element.packet { files[files.count - 1].packets.append(packet) }
      case .title(let metadata, time: _): files[files.count - 1].titles.append(metadata.title)
      case .reconnection(let time): add("connection at \(time)")
      case .gap(let from, let to, let cause): add("\(cause.rawValue) \(from)-\(to)")
      case .end(let time):
        files[files.count - 1].end = time
        files[files.count - 1].isEnded = true
      }
    }
    return files
  }

  private static func splitter(_ word: String = "1h") throws -> LogSplitter {
    LogSplitter(try #require(LogDivision(word)), clock: ZoneClock.berlin)
  }

  @Test(
    "48 h over both changes of the clock: a file an hour, each packet once, and no file before its hour",
    arguments: [ZoneClock.summer - 24 * 3600, ZoneClock.winter - 24 * 3600])
  func days(start: Int) throws {
    var station = LogStation(at: Double(start))
    var splitter = try Self.splitter()
    var output: [LogSplitter.Output] = []
    // Pieces of 61 packets: no seam of a file is one of a read.
    var left = 48 * 3600
    while left > 0 {
      let count = min(61, left)
      output += splitter.add(station.send(count))
      left -= count
    }
    output += splitter.finish()
    let files = Self.files(output)
    #expect(files.count == 48 && Set(files.map(\.name)).count == 48)
    #expect(files.flatMap(\.packets) == station.packets)
    for (number, file) in files.enumerated() {
      #expect(file.packets.count == 3600 && file.begin == Double(start + number * 3600), "\(file.name)")
      #expect(file.end == (number == 47 ? nil : file.begin + 3600) && file.notes.isEmpty, "\(file.name)")
      #expect(number == 0 ? file.before == 0 : file.before >= 2, "\(file.name)")
    }
  }

  @Test("a lost connection is noted with its gap; one that was joined without a gap, without; the clock goes on")
  func connections() throws {
    var station = LogStation(at: Double(ZoneClock.summer) + 3590)
    var splitter = try Self.splitter()
    var output = splitter.add(station.send(5))
    station.reconnect(after: 2)
    output += splitter.add(station.send(2))
    station.reconnect(after: 30)  // over the full hour
    output += splitter.add(station.send(3))
    station.reconnect(after: 5, isJoined: true)
    output += splitter.add(station.send(3))
    output += splitter.add(station.send(2), lost: 7)
    output += splitter.finish()
    let files = Self.files(output)
    let start = Double(ZoneClock.summer) + 3590
    try #require(files.count == 2)
    #expect(files[0].packets == Array(station.packets[..<7]) && files[0].end == nil)
    #expect(files[0].notes == ["connection at \(start + 7)", "connection \(start + 4)-\(start + 7)"])
    #expect(files[1].packets == Array(station.packets[7...]) && files[1].before == 0)
    #expect(
      files[1].notes == [
        "connection at \(start + 39)", "connection \(start + 8)-\(start + 39)", "connection at \(start + 47)",
        "slow \(start + 49)-\(start + 50)",
      ], "\(files[1].notes)")
  }

  @Test("titles are at their places, and a file begins with the one that goes on")
  func titles() throws {
    var station = LogStation(at: Double(ZoneClock.summer) + 3590)
    var splitter = try Self.splitter()
    var output = splitter.add([station.title("One")] + station.send(4))
    output += splitter.add([station.title("Two")])
    output += splitter.add(station.send(10))
    output += splitter.add([station.title("Three")] + station.send(1))
    let files = Self.files(output + splitter.finish())
    #expect(files.map(\.titles) == [["One", "Two"], ["Two", "Three"]])
    #expect(files.flatMap(\.packets) == station.packets)
  }

  @Test("another sample rate begins another file of the same hour, without packets of the other before it")
  func formats() throws {
    var one = LogStation(at: Double(ZoneClock.summer))
    var two = LogStation(at: Double(ZoneClock.summer) + 10, sampleRate: 16000)
    var splitter = try Self.splitter()
    let output = splitter.add(one.send(10)) + splitter.add(two.send(10)) + splitter.finish()
    let files = Self.files(output)
    #expect(files.map(\.name) == ["2026-03-29 03-00+0200", "2026-03-29 03-00+0200"])
    #expect(files.map(\.before) == [0, 0] && files.map(\.packets.count) == [10, 10])
    #expect(files[0].end == Double(ZoneClock.summer) + 10)
  }

  @Test("a clock that is corrected by some seconds changes no file; one that is set to another hour begins one")
  func clock() throws {
    var station = LogStation(at: Double(ZoneClock.summer) + 3598)
    var splitter = try Self.splitter()
    var output = splitter.add(station.send(4))
    station.setClock(by: -5)
    output += splitter.add(station.send(8))
    station.setClock(by: -3600)
    output += splitter.add(station.send(2))
    let files = Self.files(output + splitter.finish())
    #expect(
      files.map(\.name) == ["2026-03-29 03-00+0200", "2026-03-29 04-00+0200", "2026-03-29 03-00+0200"]
        && files.map(\.packets.count) == [2, 10, 2], "\(files.map(\.name))")
    #expect(files.flatMap(\.packets) == station.packets)
  }
}
