import Synchronization

/// A ring of float samples that one thread writes and any number read, without locks and without data races: every cell
/// is an atomic word, and a reader that was overtaken is told so.
///
/// Positions count samples from the beginning of the ring's life and never wrap.
///
/// `@unchecked Sendable`: the cells are atomics in memory that is allocated in `init`, freed in `deinit` and never moved;
/// `append` is for one thread at a time.
final class SampleRing: @unchecked Sendable {
  /// Samples held; a power of two.
  let capacity: Int
  private let cells: UnsafeMutablePointer<Atomic<UInt32>>
  /// Everything before this position may be read, as far as it is not overwritten.
  private let writtenEnd = Atomic<Int>(0)
  /// Cells may already hold samples up to this position.
  private let claimedEnd = Atomic<Int>(0)

  /// A ring for at least `minimum` samples.
  init(holding minimum: Int) {
    var size = 1
    while size < minimum { size *= 2 }
    capacity = size
    cells = .allocate(capacity: size)
    for index in 0..<size { (cells + index).initialize(to: Atomic(0)) }
  }

  deinit {
    cells.deinitialize(count: capacity)
    cells.deallocate()
  }

  /// Position behind the last sample written.
  var end: Int { writtenEnd.load(ordering: .acquiring) }

  /// Writes samples at the end. One thread only.
  func append(_ samples: [Float]) {
    let start = writtenEnd.load(ordering: .relaxed)
    let end = start + samples.count
    claimedEnd.store(end, ordering: .relaxed)
    // The claim is visible to everyone who sees one of the stores below.
    atomicMemoryFence(ordering: .releasing)
    let mask = capacity - 1
    samples.withUnsafeBufferPointer { samples in
      for index in 0..<samples.count {
        cells[(start + index) & mask].store(samples[index].bitPattern, ordering: .relaxed)
      }
    }
    writtenEnd.store(end, ordering: .releasing)
  }

  /// Copies the samples from `start` on into `target`; false when some of them are overwritten or not written yet.
  func copy(from start: Int, into target: UnsafeMutableBufferPointer<Float>) -> Bool {
    guard start >= 0, start + target.count <= end else { return false }
    let mask = capacity - 1
    for index in 0..<target.count {
      target[index] = Float(bitPattern: cells[(start + index) & mask].load(ordering: .relaxed))
    }
    atomicMemoryFence(ordering: .acquiring)
    return claimedEnd.load(ordering: .relaxed) - start <= capacity
  }
}
