package import RadioModel

/// Notices that a client clears the queue, adds one address and plays it, as Home Assistant does for a spoken
/// announcement, and what was played before it. When the announcement has ended or failed, the radio can go back.
///
/// A value type: it takes the commands of clients and the events of the radio.
package struct MPDAnnouncement {
  private enum Phase {
    /// Nothing was cleared.
    case none
    /// The queue was cleared at this time.
    case cleared(InterruptedRadio, at: ContinuousClock.Instant)
    /// The announcement is to be played.
    case waiting(InterruptedRadio, Entry)
    /// The announcement was tuned in.
    case playing(InterruptedRadio, Entry)
  }

  /// The entry of the announcement, and the version of the queue that consists of it.
  private struct Entry {
    var id: Int
    var source: Source
    var version: Int
  }

  /// The longest time from the clearing of the queue until the announcement is played: a program does it at once.
  package static let maximumPause: Duration = .seconds(30)

  private var phase = Phase.none

  /// Nothing was cleared.
  package init() {}

  /// Notes that a client clears the queue of `snapshot`.
  package mutating func cleared(_ snapshot: TunerSnapshot, now: ContinuousClock.Instant) {
    switch phase {
    // The announcement before this one is over.
    case .waiting(let radio, _), .playing(let radio, _): phase = .cleared(radio, at: now)
    case .cleared(let radio, _) where snapshot.queue.entries.isEmpty: phase = .cleared(radio, at: now)
    case .none, .cleared: phase = .cleared(InterruptedRadio(snapshot), at: now)
    }
  }

  /// Notes that a client plays the entry `id` of `snapshot`; nil for whatever comes first. Returns the command that plays
  /// an announcement; nil when it is not one.
  package mutating func played(_ id: Int?, of snapshot: TunerSnapshot, now: ContinuousClock.Instant) -> Command? {
    guard case .cleared(let radio, let time) = phase else { return nil }
    phase = .none
    let entries = snapshot.queue.entries
    guard entries.count == 1, let entry = entries.first, id ?? entry.id == entry.id, case .url = entry.source,
      !snapshot.state.isTunedIn, now - time <= Self.maximumPause, radio.source != nil || !radio.queue.isEmpty,
      !snapshot.stations.contains(where: { Source.station($0).address == entry.source.address })
    else { return nil }
    phase = .waiting(radio, Entry(id: entry.id, source: entry.source, version: snapshot.queue.version))
    return .playAnnouncement(id: entry.id, before: radio)
  }

  /// Receives an event of the radio, which may be older than `snapshot`. Returns what the radio is to go back to when
  /// the announcement is over.
  package mutating func receive(_ event: TunerEvent, _ snapshot: TunerSnapshot) -> InterruptedRadio? {
    switch (phase, event) {
    case (.waiting(let radio, let entry), .tuned(let source)) where source == entry.source:
      phase = .playing(radio, entry)
    case (.playing(_, let entry), .tuned(let source)) where source != entry.source: phase = .none
    // The listener does not want to go back.
    case (.playing, .stopped), (.playing, .paused): phase = .none
    case (.playing(let radio, let entry), .ended), (.playing(let radio, let entry), .failed),
      (.playing(let radio, let entry), .snapshot), (.waiting(let radio, let entry), .snapshot):
      return over(radio, entry, snapshot)
    default: break
    }
    return nil
  }

  /// Returns `radio` when the announcement is over and nothing else was changed since it began.
  private mutating func over(_ radio: InterruptedRadio, _ entry: Entry, _ snapshot: TunerSnapshot) -> InterruptedRadio?
  {
    let isOver =
      switch snapshot.state {
      case .ended, .failed: true
      case .stopped, .connecting, .buffering, .playing, .retrying: false
      }
    if isOver || snapshot.entryID != entry.id || snapshot.queue.version != entry.version { phase = .none }
    return isOver && snapshot.entryID == entry.id && snapshot.queue.version == entry.version ? radio : nil
  }
}
