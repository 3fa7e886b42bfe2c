import HTTPServer
import AudioCore
import JSON
import NIOCore
import Radio
import RadioModel

/// The endpoints that list and change the queue.
struct QueueRoutes {
  let tuner: Tuner
  let lookup: StationLookup
  /// Longest time an answer waits for the radio to obey.
  let limit: Duration

  /// Returns the queue.
  func list() -> HTTPAnswer { Self.answer(QueueState(tuner.snapshot)) }

  /// Appends the station or stream that the body of `request` names. Throws ``HTTPFault``.
  func add(_ request: HTTPRequest) async throws -> HTTPAnswer {
    let words = try QueueRequest.words(request.bodyBytes)
    let source = try await lookup.source(words, of: "station")
    do throws(QueueFault) {
      let added = try tuner.edit(.insert([source], at: nil))
      return Self.answer(QueueState(tuner.snapshot, added: added.first))
    } catch {
      throw HTTPFault(409, "the queue is full: it takes \(StationQueue.maximumEntries) entries")
    }
  }

  /// Removes the entry that the body of `request` names by its number or its position, from 1. Throws ``HTTPFault``.
  func remove(_ request: HTTPRequest) async throws -> HTTPAnswer {
    let removal = try QueueRemoval(request.bodyBytes)
    let queue = tuner.snapshot.queue
    guard removal.version == nil || removal.version == queue.version else {
      throw HTTPFault(409, "the queue was changed in the meantime: it has version \(queue.version)")
    }
    let id: Int? =
      switch removal.entry {
      case .number(let number): number
      // The entry that was at the position, even if another client changes the queue now.
      case .position(let position): position <= queue.entries.count ? queue.entries[position - 1].id : nil
      }
    do throws(QueueFault) {
      guard let id else { throw .noSuchEntry }
      try tuner.edit(.removeEntry(id: id))
    } catch {
      throw HTTPFault(404, "the queue has no entry \(removal.entry.value)")
    }
    return await settled()
  }

  /// Removes all entries. Throws ``HTTPFault``.
  func clear(_ request: HTTPRequest) async throws -> HTTPAnswer {
    try request.refuseFields()
    _ = try tuner.edit(.clear)
    return await settled()
  }

  /// Makes the queue the station list again. Throws ``HTTPFault``.
  func reset(_ request: HTTPRequest) throws -> HTTPAnswer {
    try request.refuseFields()
    tuner.resetQueue()
    return list()
  }

  /// Returns the queue, after the radio has left the removed entry if it was tuned in; waits at most ``limit`` for
  /// that.
  private func settled() async -> HTTPAnswer {
    await tuner.answers(within: limit)
    return list()
  }

  private static func answer(_ queue: QueueState) -> HTTPAnswer { .json(ByteBuffer(json: queue.json)) }
}
