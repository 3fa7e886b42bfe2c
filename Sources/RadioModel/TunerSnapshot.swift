public import AudioCore
public import Stations

/// The whole state of the radio at one moment. Immutable; frontends keep no other state of the radio. Views and remote
/// clients see the ``RadioStatus`` that is made of it.
public struct TunerSnapshot: Sendable, Equatable {
  /// What the radio is doing.
  public enum State: Sendable, Equatable {
    /// Not tuned in.
    case stopped
    /// Waiting for the server.
    case connecting
    /// Connected, gathering enough sound to begin or to resume.
    case buffering
    /// Sound is playing.
    case playing
    /// The connection failed for `reason`. The next attempt follows in `seconds` (whole seconds left, counted down).
    case retrying(reason: String, seconds: Int)
    /// The source ended and all of it was heard.
    case ended
    /// The source was given up; the reason is one sentence for the user.
    case failed(TuneError)

    /// True while a source is tuned in, including attempts to reconnect.
    public var isTunedIn: Bool {
      switch self {
      case .connecting, .buffering, .playing, .retrying: true
      case .stopped, .ended, .failed: false
      }
    }
  }

  /// What the radio is doing.
  public var state: State = .stopped
  /// True when the radio is paused. Where ``isHeld`` is false, `resume` rejoins the station.
  public var isPaused = false
  /// True when the radio is paused and its place is held: title, codec and format stay, and a station is received.
  public var isHeld = false
  /// The current source, or the last one.
  public var source: Source?
  /// True when sound of `source` was heard, in this run or an earlier one, and of no other source since.
  public var wasHeard = false
  /// The entry of `source` in the queue; nil when it was removed, and before anything was tuned in.
  public var entryID: Int?
  /// True when the entry of `source` was removed from the queue after it was stopped or paused.
  public package(set) var isRemoved = false
  /// The queue that `next` and `previous` step through.
  public var queue = StationQueue()
  /// The radio before the announcement that is tuned in, or has just ended; nil when there is none. It is the state to
  /// remember: the announcement's address is soon gone.
  public package(set) var interrupted: InterruptedRadio?
  /// The last entry that was tuned in and was not temporary: `next` and `previous` return to it from a source outside
  /// the queue.
  package var returnEntryID: Int?
  /// The id of the station in the list that was tuned in last.
  package var returnStationID: String?
  /// The station list.
  public var stations: [Station] = []
  /// The name of the station, file or address that is tuned in.
  public var name = ""
  /// The title that is audible now; nil when the station has sent none.
  public var title: String?
  /// Where the title begins, as time since tuning in; nil without a title.
  public var titleStart: Duration?
  /// True when the title was heard before, since the listener went back: it is not new.
  public var titleIsRepeated = false
  /// The codec of the stream, once known.
  public var codec: Codec?
  /// The average bit rate of the recent packets of the stream, in bit/s.
  public var bitRate: Int?
  /// The format of the decoded sound, once known.
  public var format: AudioFormat?
  /// The place of the sound that is heard, as time since tuning in. It goes back when the listener does.
  public var elapsed: Duration = .zero
  /// How much earlier the sound is than that of a listener who never paused nor went back; nil for a source that has an
  /// end, and where no sound is kept.
  public var behindLive: Duration?
  /// The part of the sound that one can move to, as times since tuning in; nil where no sound is kept.
  public var seekable: ClosedRange<Duration>?
  /// The duration of the file that is played, from its header; nil for a station, and when the header does not contain
  /// it.
  public var length: Duration?
  /// The duration of a file whose header does not contain it, estimated from its size; else nil.
  public var estimatedLength: Duration?
  /// The amount of sound in the packet buffer, in seconds; sound that was decoded ahead counts, too.
  public var bufferedSeconds: Double = 0
  /// The amount of sound at which the packet buffer counts as full, in seconds.
  public var bufferCapacitySeconds: Double = 0
  /// The volume, 0…100.
  public var volume = 100
  /// True while muted; `volume` keeps its value.
  public var isMuted = false
  /// A notice about the output, such as "no sound device: playing silently".
  public var outputNotice: String?

  /// The number of recordings that are being written.
  public package(set) var recordings = 0

  /// The counters since the radio was started.
  public var counts = TunerCounts()

  /// Changes to `source`: resets everything that belongs to one source only.
  package mutating func tune(to source: Source, entryID: Int?) {
    var next = TunerSnapshot()
    next.queue = queue
    next.stations = stations
    next.counts = counts
    next.recordings = recordings
    next.returnEntryID = returnEntryID
    next.returnStationID = returnStationID
    next.noteTuned(to: source, entryID: entryID)
    next.name = source.displayName
    next.state = .connecting
    self = next
  }

  /// Notes that `source` is the current source, or the last one.
  package mutating func noteTuned(to source: Source, entryID: Int?) {
    self.source = source
    self.entryID = entryID
    if let entryID, queue.entries.contains(where: { $0.id == entryID && !$0.isTemporary }) { returnEntryID = entryID }
    if let place = placeInList(source) { returnStationID = stations[place].id }
  }

  /// Shows `title`, which begins at `start` and was heard before when it `isRepeated`; nil for none.
  package mutating func show(_ title: String?, start: Duration, isRepeated: Bool) {
    self.title = title
    titleStart = title == nil ? nil : start
    titleIsRepeated = title != nil && isRepeated
  }

  /// The state of a radio that was just started.
  public init() {}
}

/// Counters of events since the radio was started.
public struct TunerCounts: Sendable, Equatable {
  /// Connections on which a server answered with a stream.
  public var connections = 0
  /// Connections that were lost or could not be made, and were retried.
  public var retries = 0
  /// Underruns: times that the sound ran out.
  public var underruns = 0
  /// Faults of the sound device, its underruns among them, from which it recovered.
  public var deviceFaults = 0
  /// Titles that were heard.
  public var titles = 0
  /// Sources that were given up.
  public var failures = 0
  /// Bytes of sound received.
  public var receivedBytes = 0
}

// The order for `next` and `previous`.
extension TunerSnapshot {
  /// Returns the source that `next` (`step` 1) or `previous` (-1) tunes in to, and its entry of the queue if it has
  /// one; nil when there is none.
  ///
  /// Both step through the queue in a ring, or through the station list when fewer than two entries in the queue are
  /// lasting. From a source that is in neither of the two, such as an announcement at a separate address, both return
  /// to the source that was tuned in before.
  public func neighbour(by step: Int) -> (source: Source, entryID: Int?)? {
    if queue.lasting.count < 2, let source = neighbourInList(by: step) {
      return (source, queue.entry(for: source)?.id)
    }
    let isInQueue = queue.entries.contains { $0.id == entryID && !$0.isTemporary }
    if !isInQueue, let entry = queue.entries.first(where: { $0.id == returnEntryID && !$0.isTemporary }) {
      return (entry.source, entry.id)
    }
    return queue.neighbour(of: entryID, by: step).map { ($0.source, $0.id) }
  }

  /// The source that playing begins with, and its entry of the queue if it has one: the first entry or, when the queue
  /// is empty, the first station. Before anything was played, and while the queue is the station list, the first
  /// favourite comes before them. Nil when there is neither.
  package var beginning: (source: Source, entryID: Int?)? {
    let lasting = queue.lasting
    if source == nil, lasting.isEmpty || queueIsStationList, let station = stations.first(where: \.favourite) {
      return (.station(station), queue.entry(for: .station(station))?.id)
    }
    return queue.entries.first.map { ($0.source, $0.id) } ?? stations.first.map { (.station($0), nil) }
  }

  private func neighbourInList(by step: Int) -> Source? {
    guard !stations.isEmpty else { return nil }
    if let place = source.flatMap(placeInList) {
      return .station(stations[((place + step) % stations.count + stations.count) % stations.count])
    }
    if let station = stations.first(where: { $0.id == returnStationID }) { return .station(station) }
    return (step > 0 ? stations.first : stations.last).map { .station($0) }
  }

  /// Returns the index of `source` in the station list: by its id for a station, else by its address.
  func placeInList(_ source: Source) -> Int? {
    switch source {
    case .station(let station): stations.firstIndex { $0.id == station.id }
    case .url: stations.firstIndex { Source.station($0).address == source.address }
    case .file, .standardInput: nil
    }
  }

  /// Returns the station of the list that `source` is, when `source` itself is another station or an address: one of the
  /// directory, for example, that was added while it plays. Nil when there is none.
  package func listedStation(_ source: Source) -> Station? {
    switch source {
    case .station(let station) where placeInList(.station(station)) == nil && station.id != Station.demoID:
      stations.first { listed in
        listed.directoryID.map { $0 == station.directoryID } ?? false
          || StreamURL.identity(listed.url) == StreamURL.identity(station.url)
      }
    case .url(let url): stations.first { StreamURL.identity($0.url) == StreamURL.identity(url) }
    case .station, .file, .standardInput: nil
    }
  }

  /// Makes the current source `station`, which is in the list; the sound goes on. An entry of the queue that holds this
  /// station becomes the current one, in place of a temporary one; a lasting one stays, and holds the station now.
  package mutating func noteListed(as station: Station) {
    let isLasting = queue.entries.contains { $0.id == entryID && !$0.isTemporary }
    if !isLasting, let entry = queue.entry(for: .station(station)) {
      queue.removeTemporary(except: entry.id)
      noteTuned(to: .station(station), entryID: entry.id)
    } else {
      if let entryID { queue.replaceSource(of: entryID, with: .station(station)) }
      noteTuned(to: .station(station), entryID: entryID)
    }
  }

  /// True when the queue is equal to the station list, apart from temporary entries.
  public var queueIsStationList: Bool { queue.lasting.map(\.source) == stations.map { .station($0) } }
}
