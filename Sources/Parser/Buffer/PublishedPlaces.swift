import Synchronization

/// The places of a ``TimeShiftState`` that others read without its lock. Values that are read together may be of two
/// moments; each by itself is right.
final class PublishedPlaces: Sendable {
  private let placeCell = Atomic<Int>(0)
  private let endCell = Atomic<Int>(0)
  private let oldestCell = Atomic<Int>(0)
  private let bytesCell = Atomic<Int>(0)
  private let packetsCell = Atomic<Int>(0)
  private let weightCell = Atomic<Int>(0)
  private let liveCell = Atomic<Bool>(false)
  private let shiftedCell = Atomic<Bool>(false)
  private let baseCell = Atomic<Int>(0)
  private let sinceCell = Atomic<Int>(0)

  /// Publishes the places of `state`. The caller holds its lock.
  func publish(_ state: TimeShiftState) {
    placeCell.store(state.place, ordering: .relaxed)
    endCell.store(state.ring.total.nanoseconds, ordering: .relaxed)
    bytesCell.store(state.leftBytes, ordering: .relaxed)
    packetsCell.store(state.leftPackets, ordering: .relaxed)
    guard state.keepsPast else { return }
    oldestCell.store(state.oldest, ordering: .relaxed)
    weightCell.store(state.memory, ordering: .relaxed)
    liveCell.store(state.isLive, ordering: .relaxed)
    shiftedCell.store(state.shift != nil, ordering: .relaxed)
    guard let shift = state.shift else { return }
    baseCell.store(shift.base, ordering: .relaxed)
    sinceCell.store(shift.since, ordering: .relaxed)
  }

  /// Where the next element begins.
  var place: Int { placeCell.load(ordering: .relaxed) }
  /// Where the newest element ends.
  var end: Int { endCell.load(ordering: .relaxed) }
  /// The sound that is left to pull, in nanoseconds.
  var left: Int { max(0, end - place) }
  /// Bytes that are left to pull.
  var bytes: Int { bytesCell.load(ordering: .relaxed) }
  /// Packets that are left to pull.
  var packets: Int { packetsCell.load(ordering: .relaxed) }
  /// The oldest place that one can move to.
  var oldest: Int { oldestCell.load(ordering: .relaxed) }
  /// The memory of all elements, in bytes.
  var weight: Int { weightCell.load(ordering: .relaxed) }
  /// True for a source whose sound comes at its own time.
  var isLive: Bool { liveCell.load(ordering: .relaxed) }

  /// True while the listener paused or is back in the past.
  var isShifted: Bool { shiftedCell.load(ordering: .relaxed) }

  /// The live place at `now`; nil while the listener is there.
  func live(at now: Int) -> Int? {
    guard isShifted else { return nil }
    let passed = max(0, now - sinceCell.load(ordering: .relaxed))
    return min(end, baseCell.load(ordering: .relaxed) + passed)
  }
}
