import Glibc
import Synchronization

/// A ring of float samples that one thread writes and any number read, without locks and without data races: every cell
/// is an atomic word, of two samples, and a reader that was overtaken is told so.
///
/// Positions count samples from the beginning of the ring's life and never wrap.
///
/// `@unchecked Sendable`: the cells are atomics in memory that is allocated in `init`, freed in `deinit` and never moved;
/// `append` is for one thread at a time.
final class SampleRing: @unchecked Sendable {
  /// Samples held; a power of two.
  let capacity: Int
  /// Sample n is the lower half of its cell when n is even, else the upper one.
  private let cells: UnsafeMutablePointer<Atomic<UInt64>>
  /// Everything before this position may be read, as far as it is not overwritten.
  private let writtenEnd = Atomic<Int>(0)
  /// Cells may already hold samples up to this position.
  private let claimedEnd = Atomic<Int>(0)

  /// A ring for at least `minimum` samples.
  init(holding minimum: Int) {
    var size = 2
    while size < minimum { size *= 2 }
    capacity = size
    // Zero bits are an atomic zero. The system gives such memory when it is first written to, page by page.
    guard let memory = calloc(size / 2, MemoryLayout<Atomic<UInt64>>.stride) else { fatalError("out of memory") }
    cells = memory.bindMemory(to: Atomic<UInt64>.self, capacity: size / 2)
  }

  deinit {
    cells.deinitialize(count: capacity / 2)
    free(cells)
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
    let mask = capacity / 2 - 1
    samples.withUnsafeBufferPointer { samples in
      var index = 0
      if start % 2 == 1, !samples.isEmpty {
        setHalf(start, to: samples[0])
        index = 1
      }
      while index + 1 < samples.count {
        let pair = UInt64(samples[index].bitPattern) | UInt64(samples[index + 1].bitPattern) << 32
        cells[(start + index) >> 1 & mask].store(pair, ordering: .relaxed)
        index += 2
      }
      if index < samples.count { setHalf(start + index, to: samples[index]) }
    }
    writtenEnd.store(end, ordering: .releasing)
  }

  /// Writes one sample, and leaves its neighbour, which may still be read.
  private func setHalf(_ position: Int, to sample: Float) {
    let cell = position >> 1 & (capacity / 2 - 1)
    let shift = UInt64(position % 2) * 32
    let rest = cells[cell].load(ordering: .relaxed) & ~(0xFFFF_FFFF << shift)
    cells[cell].store(rest | UInt64(sample.bitPattern) << shift, ordering: .relaxed)
  }

  /// Copies the samples from `start` on into `target`; false when some of them are overwritten or not written yet.
  func copy(from start: Int, into target: UnsafeMutableBufferPointer<Float>) -> Bool {
    guard start >= 0, start + target.count <= end else { return false }
    let mask = capacity / 2 - 1
    var index = 0
    if start % 2 == 1, !target.isEmpty {
      target[0] = Float(bitPattern: UInt32(cells[start >> 1 & mask].load(ordering: .relaxed) >> 32))
      index = 1
    }
    while index < target.count {
      let pair = cells[(start + index) >> 1 & mask].load(ordering: .relaxed)
      target[index] = Float(bitPattern: UInt32(truncatingIfNeeded: pair))
      if index + 1 < target.count { target[index + 1] = Float(bitPattern: UInt32(pair >> 32)) }
      index += 2
    }
    atomicMemoryFence(ordering: .acquiring)
    return claimedEnd.load(ordering: .relaxed) - start <= capacity
  }
}
