import RadioModel

/// Notices that a client clears the queue, adds one address and plays it, as Home Assistant does for a spoken
/// announcement, and what was played before it. When the announcement has ended or failed, the radio can go back.
///
/// A value type: it takes the commands of clients and the events of the radio.
package struct MPDAnnouncement {
  /// The queue and the source before an announcement.
  package struct Radio: Sendable, Equatable {
    /// The entries of the queue, but for a temporary one.
    package var queue: [Source]
    /// True when the queue is equal to the station list.
    package var isStationList: Bool
    /// The source that was played; nil when nothing was.
    package var source: Source?
    /// The position of that source in the queue.
    package var position: Int?

    /// The queue and the source of `snapshot`.
    init(_ snapshot: TunerSnapshot) {
      let entries = snapshot.queue.lasting
      queue = entries.map(\.source)
      isStationList = snapshot.queueIsStationList
      source = snapshot.state.isTunedIn ? snapshot.source : nil
      position = source == nil ? nil : entries.firstIndex { $0.id == snapshot.entryID }
    }
  }

  private enum Phase {
    /// Nothing was cleared.
    case none
    /// The queue was cleared at this time.
    case cleared(Radio, at: ContinuousClock.Instant)
    /// The announcement is to be played.
    case waiting(Radio, Entry)
    /// The announcement was tuned in.
    case playing(Radio, Entry)
  }

  /// The entry of the announcement, and the version of the queue that consists of it.
  private struct Entry {
    var id: Int
    var source: Source
    var version: Int
  }

  /// The longest time from the clearing of the queue until the announcement is played: a program does it at once.
  package static let longestPause: Duration = .seconds(30)

  private var phase = Phase.none

  /// Nothing was cleared.
  package init() {}

  /// Notes that a client clears the queue of `snapshot`.
  package mutating func cleared(_ snapshot: TunerSnapshot, now: ContinuousClock.Instant) {
    switch phase {
    // The announcement before this one is over.
    case .waiting(let radio, _), .playing(let radio, _): phase = .cleared(radio, at: now)
    case .cleared(let radio, _) where snapshot.queue.entries.isEmpty: phase = .cleared(radio, at: now)
    case .none, .cleared: phase = .cleared(Radio(snapshot), at: now)
    }
  }

  /// Notes that a client plays the entry `id` of `snapshot`; nil for whatever comes first. Returns the entry when it is
  /// an announcement.
  package mutating func played(_ id: Int?, of snapshot: TunerSnapshot, now: ContinuousClock.Instant) -> Int? {
    guard case .cleared(let radio, let time) = phase else { return nil }
    phase = .none
    let entries = snapshot.queue.entries
    guard entries.count == 1, let entry = entries.first, id ?? entry.id == entry.id, case .url = entry.source,
      !snapshot.state.isTunedIn, now - time <= Self.longestPause, radio.source != nil || !radio.queue.isEmpty,
      !snapshot.stations.contains(where: { Source.station($0).address == entry.source.address })
    else { return nil }
    phase = .waiting(radio, Entry(id: entry.id, source: entry.source, version: snapshot.queue.version))
    return entry.id
  }

  /// Notes an event of the radio, which may be older than `snapshot`. Returns what the radio is to go back to when the
  /// announcement is over.
  package mutating func note(_ event: TunerEvent, _ snapshot: TunerSnapshot) -> Radio? {
    switch (phase, event) {
    case (.waiting(let radio, let entry), .tuned(let source)) where source == entry.source:
      phase = .playing(radio, entry)
    case (.playing(_, let entry), .tuned(let source)) where source != entry.source: phase = .none
    case (.playing, .stopped): phase = .none
    case (.playing(let radio, let entry), .ended), (.playing(let radio, let entry), .failed),
      (.playing(let radio, let entry), .snapshot), (.waiting(let radio, let entry), .snapshot):
      return over(radio, entry, snapshot)
    default: break
    }
    return nil
  }

  /// Returns `radio` when the announcement is over and nothing else was changed since it began.
  private mutating func over(_ radio: Radio, _ entry: Entry, _ snapshot: TunerSnapshot) -> Radio? {
    let isOver =
      switch snapshot.state {
      case .ended, .failed: true
      case .stopped, .connecting, .buffering, .playing, .retrying: false
      }
    if isOver || snapshot.entryID != entry.id || snapshot.queue.version != entry.version { phase = .none }
    return isOver && snapshot.entryID == entry.id && snapshot.queue.version == entry.version ? radio : nil
  }
}
