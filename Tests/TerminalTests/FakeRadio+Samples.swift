import JSON
import RadioModel
import Stations

extension FakeRadio {
  static let sample: [Station] = [
    Station(
      id: "groove-salad", name: "SomaFM Groove Salad", url: "https://ice.example/groove", tags: ["ambient", "chill"],
      country: "US", favourite: true),
    Station(id: "fip", name: "FIP", url: "https://ice.example/fip", tags: ["eclectic", "jazz"], country: "FR"),
    Station(
      id: "jazz24", name: "Jazz24", url: "https://ice.example/jazz24", tags: ["jazz"], country: "US", favourite: true),
    Station(id: "mayak", name: "Радио Маяк", url: "https://ice.example/mayak", tags: ["talk"], country: "RU"),
    Station(id: "nhk", name: "日本の局 NHK", url: "https://ice.example/nhk", tags: ["news"], country: "JP"),
    Station(
      id: "ceska", name: "Česká Jazz & Soul", url: "https://ice.example/ceska", tags: ["jazz", "soul"], country: "CZ"),
    Station(id: "plain", name: "A station without anything", url: "http://ice.example/plain"),
  ]

  static let sampleFound: [FoundStation] = [
    FoundStation(
      station: Station(
        id: "", name: "Radio Swiss Jazz", url: "https://ice.example/swiss", tags: ["jazz"], country: "CH"),
      codec: "MP3", kilobits: 128, votes: 900),
    FoundStation(station: Station(id: "", name: "FIP", url: "https://ice.example/fip"), codec: "AAC", votes: 3),
  ]

  static let sampleTitles: [HistoryEntry] = (0..<30).compactMap { (number: Int) -> HistoryEntry? in
    let title: String = number == 3 ? "宇多田ヒカル - 光" : "Artist \(number) - A song that was heard"
    let time: Double = 1_800_000_000 - Double(number) * 245
    return entry(time: time, title, number % 2 == 0 ? "FIP" : "Groove Salad")
  }

  static let sampleRecords: [LogRecord] = [
    LogRecord(number: 1, time: 1_800_000_000, level: .debug, category: "Downloader", text: "resolving ice.example"),
    LogRecord(number: 2, time: 1_800_000_001, level: .info, category: "Radio", text: "tuned in to FIP"),
    LogRecord(number: 3, time: 1_800_000_002, level: .notice, category: "Player", text: "playing on default"),
    LogRecord(
      number: 4, time: 1_800_000_003, level: .warning, category: "Player", text: "the device lost 20 ms of sound",
      details: [.init("device", "default"), .init("frames", "882")]),
    LogRecord(
      number: 5, time: 1_800_000_004, level: .error, category: "Downloader",
      text: "cannot find the host ice.example; check its name and your network, or the setting of the proxy"),
    LogRecord(number: 6, time: 1_800_000_005, level: .warning, category: "Downloader", text: "retrying in 4 s"),
  ]

  /// A title that is being kept.
  static func keeping(_ id: Int) -> RecordingStatus {
    RecordingStatus(id: id, kind: .keep, title: "Artist - Song", station: "FIP")
  }

  static func entry(time: Double, _ title: String, _ name: String) -> HistoryEntry? {
    HistoryEntry(json: .object(["time": time, "title": title, "name": name]))
  }
}
