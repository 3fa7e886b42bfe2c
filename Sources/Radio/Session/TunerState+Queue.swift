import Stations
import Synchronization

// What is tuned in, and the queue it is taken from.
extension TunerState {
  /// What is to be tuned in.
  enum Choice {
    /// This; it has a temporary entry at the end of the queue when it is not there.
    case source(Source)
    /// This entry of the queue.
    case entry(id: Int)
    /// What is `step` places after the present one, see ``TunerSnapshot/neighbour(by:)``.
    case neighbour(step: Int)
    /// What was tuned in last, or the queue's first entry, or the first station when the queue is empty.
    case last
    /// The one that took the place of an entry that was taken away while it was tuned in.
    case successor
    /// What is tuned in, anew.
    case same

    var isSame: Bool { if case .same = self { true } else { false } }
  }

  /// Shows that what `choice` comes to is being tuned in, and returns it; nil, and nothing changes, when it comes to nothing.
  func tune(to choice: Choice) -> Source? {
    changes.withLock { _ in
      let before = state.withLock { $0 }
      guard let (source, entryID) = resolve(choice, in: before) else { return nil }
      var queue = before.snapshot.queue
      var id = entryID
      if id != nil {
        queue.removeTemporary(except: id)
      } else if !choice.isSame {
        // What a player in the foreground was begun with is not played in passing.
        let isFirst = keepsFirstSource && before.snapshot.source == nil
        id = isFirst ? try? queue.apply(.insert([source], at: nil)).first : queue.addTemporary(source)
      }
      state.withLock { state in
        state.snapshot.queue = queue
        state.snapshot.tune(to: source, entryID: id)
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
      // It may be there several times.
      if let current = entry(snapshot.entryID), current.0 == source { return current }
      return (source, queue.entry(for: source)?.id)
    case .entry(let id): return entry(id)
    case .neighbour(let step): return snapshot.neighbour(by: step)
    case .last:
      if let current = entry(snapshot.entryID) { return current }
      if state.isOutsideQueue || queue.entries.isEmpty, let source = snapshot.source, source != .standardInput {
        return (source, nil)
      }
      return queue.entries.first.map { ($0.source, $0.id) } ?? snapshot.stations.first.map { (.station($0), nil) }
    case .successor: return entry(state.orphan?.successorID)
    case .same: return snapshot.source.map { ($0, snapshot.entryID) }
    }
  }

  /// Shows that standard input, which was read and left, cannot be read again; false when that is not what was tuned in last.
  func refusesToResume() -> Bool {
    state.withLock { state in
      guard state.snapshot.source == .standardInput, state.snapshot.entryID != nil || state.isOutsideQueue else {
        return false
      }
      state.snapshot.outputNotice = "standard input cannot be played again"
      return true
    }
  }

  /// True while the entry that is tuned in is taken away, and nothing was done about it.
  var isOrphaned: Bool { state.withLock { $0.orphan != nil && $0.snapshot.state.isTunedIn } }

  /// What an edit of the queue led to.
  struct EditOutcome {
    /// Entries that came.
    var ids: [Int] = []
    /// True when the entry that is tuned in has gone with it.
    var isCurrentGone = false
  }

  /// Changes the queue; throws ``QueueFault`` and changes nothing when that cannot be.
  func edit(_ edit: QueueEdit) throws(QueueFault) -> EditOutcome {
    try changes.withLock { (_) throws(QueueFault) in try change(edit) }
  }

  /// Takes over a station list that was read anew.
  func reload(_ stations: [Station]) {
    changes.withLock { _ in
      let (old, id) = state.withLock { state in
        defer { state.snapshot.stations = stations }
        return (state.snapshot.stations, state.snapshot.state.isTunedIn ? state.snapshot.entryID : nil)
      }
      journal.send(.stations)
      _ = try? change(.reload(old: old, new: stations, keeping: id))  // cannot fail
    }
  }

  /// Makes the queue the station list; what is tuned in stays.
  func resetQueue() {
    changes.withLock { _ in
      let (stations, id) = state.withLock { ($0.snapshot.stations, $0.snapshot.entryID) }
      _ = try? change(.reset(to: stations, keeping: id))  // cannot fail
    }
  }

  /// To be called while ``changes`` is held.
  private func change(_ edit: QueueEdit) throws(QueueFault) -> EditOutcome {
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
      if isCurrentGone { state.snapshot.entryID = nil }
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
