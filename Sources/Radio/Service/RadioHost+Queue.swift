package import RadioModel

extension RadioHost {
  /// Changes the queue. Returns the queue after it, when the radio has left a removed entry that was tuned in, but at
  /// most `limit` later. Throws ``ServiceError``.
  package func edit(_ request: QueueRequest, within limit: Duration = .seconds(1)) async throws -> QueueState {
    switch request {
    case .add(let words):
      let source = try await lookup.source(words, of: "station")
      do throws(QueueError) {
        let added = try tuner.edit(.insert([source], at: nil))
        return QueueState(tuner.snapshot, added: added.first)
      } catch {
        throw ServiceError(.conflict, "the queue is full: it takes \(StationQueue.maximumEntries) entries")
      }
    case .remove(let removal): try remove(removal)
    case .clear: _ = try tuner.edit(.clear)
    case .reset:
      tuner.resetQueue()
      return queue()
    }
    await tuner.answers(within: limit)
    return queue()
  }

  private func remove(_ removal: QueueRemoval) throws(ServiceError) {
    let queue = tuner.snapshot.queue
    guard removal.version == nil || removal.version == queue.version else {
      throw ServiceError(.conflict, "the queue was changed in the meantime: it has version \(queue.version)")
    }
    let id: Int? =
      switch removal.entry {
      case .number(let number): number
      // The entry that was at the position, even if another client changes the queue now.
      case .position(let position): position <= queue.entries.count ? queue.entries[position - 1].id : nil
      }
    do throws(QueueError) {
      guard let id else { throw .noSuchEntry }
      try tuner.edit(.removeEntry(id: id))
    } catch {
      throw ServiceError(.notFound, "the queue has no entry \(removal.entry.value)")
    }
  }

  /// Returns the command that plays `target`. Throws ``ServiceError``.
  package func command(for target: PlayTarget) async throws -> Command {
    switch target {
    case .resume: return .resume
    case .station(let words): return .play(.station(try await lookup.station(words)))
    case .url(let url): return .play(try StationLookup.address(url, of: "url"))
    case .found(let id): return .play(.station(try lookup.station(found: id)))
    case .entry(let id):
      guard tuner.snapshot.queue.position(ofID: id) != nil else {
        throw ServiceError(.notFound, "the queue has no entry \(id)")
      }
      return .playEntry(id: id)
    }
  }
}
