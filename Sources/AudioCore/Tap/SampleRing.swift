import Glibc
import Synchronization

/// A ring buffer of float samples for one writer thread and any number of readers, without locks and without data
/// races. Every cell is an atomic word of two samples, and a read that the writer overtakes fails.
///
/// Positions count samples since the creation of the ring and never wrap.
///
/// `@unchecked Sendable`: the cells are atomics in memory that `init` allocates, `deinit` frees, and nothing moves;
/// only one thread at a time may call `append`.
final class SampleRing: @unchecked Sendable {
  /// Capacity in samples; a power of two.
  let capacity: Int
  /// The samples: sample n is the lower half of its cell when n is even, otherwise the upper half.
  private let cells: UnsafeMutablePointer<Atomic<UInt64>>
  /// Samples before this position may be read unless they were overwritten.
  private let writtenEnd = Atomic<Int>(0)
  /// The writer may already have stored samples up to this position.
  private let claimedEnd = Atomic<Int>(0)

  /// Creates a ring for at least `minimum` samples.
  init(holding minimum: Int) {
    var size = 2
    while size < minimum { size *= 2 }
    capacity = size
    // All-zero bits are a valid atomic zero. The system provides such memory page by page, at the first write.
    guard let memory = calloc(size / 2, MemoryLayout<Atomic<UInt64>>.stride) else { fatalError("out of memory") }
    cells = memory.bindMemory(to: Atomic<UInt64>.self, capacity: size / 2)
  }

  deinit {
    cells.deinitialize(count: capacity / 2)
    free(cells)
  }

  /// Position after the last sample written.
  var end: Int { writtenEnd.load(ordering: .acquiring) }

  /// Appends samples. One thread only.
  func append(_ samples: [Float]) {
    let start = writtenEnd.load(ordering: .relaxed)
    let end = start + samples.count
    claimedEnd.store(end, ordering: .relaxed)
    // A reader that sees one of the stores below also sees the claim.
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

  /// Writes one sample and keeps the other one of its cell, which may still be read.
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
