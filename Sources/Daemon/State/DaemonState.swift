import JSON
import Radio
import RadioModel
import Stations

/// The state that the daemon saves from run to run.
struct DaemonState: Sendable, Equatable {
  /// The only version of the file that is understood.
  static let schemaVersion = 1

  /// The volume, 0…100.
  var volume: Int
  /// True while muted.
  var isMuted: Bool
  /// True when a source was tuned in, also one that failed; false when it was stopped or paused, or had ended.
  var isPlaying: Bool
  /// The source that is tuned in or was last.
  var source: Source?
  /// True when `source` was audible once: then the tuner does not give up because of an error that may be temporary.
  var wasHeard: Bool
  /// The queue, when it does not begin with the station list.
  var queue: [Source]?
  /// The entries of the queue after the station list.
  var appended: [Source]
  /// The number of the last event.
  var event: UInt64

  /// Takes the state from `snapshot`; `event` is the number of the last event. During an announcement it is the state
  /// from before.
  init(_ snapshot: TunerSnapshot, event: UInt64) {
    volume = snapshot.volume
    isMuted = snapshot.isMuted
    let sources: [Source]
    if let before = snapshot.interrupted, snapshot.announcementLeft != nil {
      (isPlaying, source, wasHeard) = (before.source != nil, before.lastSource, before.wasHeard)
      sources = before.queue
    } else {
      isPlaying =
        switch snapshot.state {
        case .connecting, .buffering, .playing, .retrying, .failed: true
        case .stopped, .ended: false
        }
      (source, wasHeard) = (snapshot.source, snapshot.wasHeard)
      sources = snapshot.queue.lasting.map(\.source)
    }
    let list = snapshot.stations.map { Source.station($0) }
    if sources.starts(with: list) {
      appended = Array(sources.dropFirst(list.count))
    } else {
      queue = sources
      appended = []
    }
    self.event = event
  }

  /// Returns true when both states are equal apart from the event number, which also grows when nothing else changes.
  func isLike(_ other: DaemonState?) -> Bool {
    guard var other else { return false }
    other.event = event
    return self == other
  }

  /// Returns the queue at the start; nil when it is the station list.
  func queue(after stations: [Station]) -> [Source]? {
    if let queue { return queue }
    return appended.isEmpty ? nil : stations.map { .station($0) } + appended
  }

  /// Returns the state as JSON. Stations in the list appear as their ids, because their data in the list may change.
  func json(stations: [Station]) -> JSONValue {
    let ids = Set(stations.map(\.id) + [Station.demoID])
    func value(_ source: Source) -> JSONValue? {
      guard let station = source.playlistStation else { return nil }
      return ids.contains(station.id) ? station.id.json : station.json
    }
    return .object([
      "version": Self.schemaVersion, "event": event, "volume": volume, "muted": isMuted, "playing": isPlaying,
      "source": source.flatMap(value), "heard": wasHeard, "queue": queue?.compactMap(value),
      "appended": appended.isEmpty ? nil : appended.compactMap(value),
    ])
  }

  /// Decodes what ``json(stations:)`` wrote, of this version. Stations that are no longer in the list are left out.
  init(_ json: JSONValue, stations: [Station]) throws(JSONError) {
    func missing(_ key: String) -> JSONError {
      JSONError(line: json[key]?.line ?? json.line, reason: "\"\(key)\" is missing or wrong")
    }
    guard let event = json["event"]?.integer(UInt64.self) else { throw missing("event") }
    guard let volume = json["volume"]?.integer(), (0...100).contains(volume) else { throw missing("volume") }
    guard let isMuted = json["muted"]?.flag else { throw missing("muted") }
    guard let isPlaying = json["playing"]?.flag else { throw missing("playing") }
    // Files of older versions lack the member: a source that played counts as heard.
    guard let wasHeard = json["heard"].map(\.flag) ?? isPlaying else { throw missing("heard") }
    (self.event, self.volume, self.isMuted, self.isPlaying) = (event, volume, isMuted, isPlaying)
    self.wasHeard = wasHeard
    let known = Dictionary(stations.map { ($0.id, $0) }) { first, _ in first }
    func source(_ value: JSONValue) throws(JSONError) -> Source? {
      if let id = value.text {
        guard let station = known[id] else { return nil }
        return .station(station)
      }
      let station = try Station(value, number: 1)
      return Source(playlistStation: known[station.id] ?? station)
    }
    func sources(_ key: String) throws(JSONError) -> [Source]? {
      guard let value = json[key] else { return nil }
      guard let elements = value.elements, elements.count <= StationQueue.maximumEntries else {
        throw JSONError(line: value.line, reason: "\"\(key)\" is not a queue")
      }
      var sources: [Source] = []
      for element in elements { if let source = try source(element) { sources.append(source) } }
      return sources
    }
    if let value = json["source"] { self.source = try source(value) }
    queue = try sources("queue")
    appended = try sources("appended") ?? []
  }

  /// Returns true when the saved state refers to the demo station, which is in no list.
  static func mentionsDemo(_ json: JSONValue) -> Bool {
    let values =
      [json["source"]].compactMap(\.self) + (json["queue"]?.elements ?? []) + (json["appended"]?.elements ?? [])
    return values.contains { $0.text == Station.demoID }
  }
}
