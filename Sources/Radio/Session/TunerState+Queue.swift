import RadioModel
import Stations
import Synchronization

// The current source, and the queue that it comes from.
extension TunerState {
  /// The choice of a source to tune in to.
  enum Choice {
    /// This source; it gets a temporary entry at the end of the queue when it has none.
    case source(Source)
    /// This entry of the queue.
    case entry(id: Int)
    /// The source `step` positions after the current one, see ``TunerSnapshot/neighbour(by:)``.
    case neighbour(step: Int)
    /// The source that was tuned in last, or else what ``TunerSnapshot/beginning`` names.
    case last
    /// The entry that took the place of the current entry, which was removed.
    case successor
    /// The current source again.
    case same

    var isSame: Bool { if case .same = self { true } else { false } }
  }

  /// Resolves `choice`, shows that its source is being tuned in, and returns the source. Returns nil and changes
  /// nothing when there is no such source. `radio` is the radio that an announcement interrupts.
  func tune(to choice: Choice, interrupting radio: InterruptedRadio? = nil) -> Source? {
    changes.withLock { _ in
      let before = state.withLock { $0 }
      guard let (source, entryID) = resolve(choice, in: before) else { return nil }
      var queue = before.snapshot.queue
      var id = entryID
      if id != nil {
        queue.removeTemporary(except: id)
      } else if !choice.isSame {
        // The source that a foreground player was started with gets a lasting entry, not a temporary one.
        let isFirst = keepsFirstSource && before.snapshot.source == nil
        id = isFirst ? try? queue.apply(.insert([source], at: nil)).first : queue.addTemporary(source)
      }
      state.withLock { state in
        state.snapshot.queue = queue
        let goesOn = choice.isSame && state.snapshot.announcementLeft != nil
        let interrupted = goesOn ? state.snapshot.interrupted : radio
        state.snapshot.tune(to: source, entryID: id)
        state.snapshot.interrupted = interrupted
        state.snapshot.wasHeard = state.heard == source
        state.retryAt = nil
        state.isSounding = false
        if choice.isSame { return }
        state.orphan = nil
        state.isOutsideQueue = id == nil
      }
      if queue.version != before.snapshot.queue.version { journal.send(.queue(version: queue.version)) }
      journal.send(.tuned(source))
      return source
    }
  }

  private func resolve(_ choice: Choice, in state: State) -> (source: Source, entryID: Int?)? {
    let snapshot = state.snapshot
    let queue = snapshot.queue
    func entry(_ id: Int?) -> (Source, Int?)? {
      guard let id, let position = queue.position(ofID: id) else { return nil }
      return (queue.entries[position].source, id)
    }
    switch choice {
    case .source(let source):
      if case .station = source, let listed = snapshot.listedStation(source) {
        return (.station(listed), queue.entry(for: .station(listed))?.id)
      }
      // The source may be in the queue several times.
      if let current = entry(snapshot.entryID), current.0 == source { return current }
      return (source, queue.entry(for: source)?.id)
    case .entry(let id): return entry(id)
    case .neighbour(let step): return snapshot.neighbour(by: step)
    case .last:
      if let current = entry(snapshot.entryID) { return current }
      if state.isOutsideQueue || queue.entries.isEmpty, let source = snapshot.source, source != .standardInput {
        return (source, nil)
      }
      return snapshot.beginning
    case .successor: return entry(state.orphan?.successorID)
    case .same: return snapshot.source.map { ($0, snapshot.entryID) }
    }
  }

  /// True when standard input, which was read and left, was the last source and cannot be read again. Then also shows a
  /// notice.
  func refusesToResume() -> Bool {
    state.withLock { state in
      guard state.snapshot.source == .standardInput, state.snapshot.entryID != nil || state.isOutsideQueue else {
        return false
      }
      state.snapshot.outputNotice = "standard input cannot be played again"
      return true
    }
  }

  /// True while the current entry is removed from the queue and the radio has not reacted yet.
  var isOrphaned: Bool { state.withLock { $0.orphan != nil && $0.snapshot.state.isTunedIn } }

  /// The result of an edit of the queue.
  struct EditOutcome {
    /// The ids of added entries.
    var ids: [Int] = []
    /// True when the edit removed the current entry.
    var isCurrentGone = false
  }

  /// Changes the queue. Throws ``QueueError`` and changes nothing when the change is not possible.
  func edit(_ edit: QueueEdit) throws(QueueError) -> EditOutcome {
    try changes.withLock { (_) throws(QueueError) in try change(edit) }
  }

  /// Takes over a station list that was read again.
  func reload(_ stations: [Station]) {
    changes.withLock { _ in
      let (old, id) = state.withLock { state in
        defer { state.snapshot.stations = stations }
        return (state.snapshot.stations, state.snapshot.state.isTunedIn ? state.snapshot.entryID : nil)
      }
      journal.send(.stations)
      _ = try? change(.reload(old: old, new: stations, keeping: id))  // cannot fail
      noteListed()
    }
  }

  /// Makes the current source the station of the list that it is. The caller must hold ``changes``.
  private func noteListed() {
    let (listed, newQueue) = state.withLock { state -> (Station?, Int?) in
      guard let listed = state.snapshot.source.flatMap(state.snapshot.listedStation) else { return (nil, nil) }
      let before = state.snapshot.queue.version
      if state.heard == state.snapshot.source { state.heard = .station(listed) }
      state.snapshot.noteListed(as: listed)
      let after = state.snapshot.queue.version
      return (listed, after == before ? nil : after)
    }
    if let newQueue { journal.send(.queue(version: newQueue)) }
    if let listed { journal.send(.listed(listed)) }
  }

  /// Resets the queue to the station list; the current source stays.
  func resetQueue() {
    changes.withLock { _ in
      let (stations, id) = state.withLock { ($0.snapshot.stations, $0.snapshot.entryID) }
      _ = try? change(.reset(to: stations, keeping: id))  // cannot fail
    }
  }

  /// Applies `edit`. The caller must hold ``changes``.
  private func change(_ edit: QueueEdit) throws(QueueError) -> EditOutcome {
    let (before, current, heir) = state.withLock { state in
      (state.snapshot.queue, state.snapshot.entryID, state.orphan?.successorID)
    }
    var queue = before
    var outcome = EditOutcome(ids: try queue.apply(edit))
    guard queue.version != before.version else { return outcome }
    let isCurrentGone = current.map { queue.position(ofID: $0) == nil } ?? false
    let successorID = (isCurrentGone ? current : heir).flatMap { queue.successor(of: $0, in: before) }
    outcome.isCurrentGone = state.withLock { state in
      state.snapshot.queue = queue
      state.snapshot.interrupted = nil
      if isCurrentGone {
        state.snapshot.entryID = nil
        if !state.isTunedIn { (state.snapshot.isRemoved, state.snapshot.isPaused) = (true, false) }
      }
      guard isCurrentGone, state.snapshot.state.isTunedIn else {
        state.orphan?.successorID = successorID
        return false
      }
      state.orphan = Orphan(successorID: successorID)
      return true
    }
    journal.send(.queue(version: queue.version))
    return outcome
  }
}
