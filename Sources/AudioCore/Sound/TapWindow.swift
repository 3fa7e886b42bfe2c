/// The last frames of what is audible. A window that is read again and again copies only the frames that are new.
public struct TapWindow: Sendable {
  /// The samples, `frames × channels`, interleaved.
  public package(set) var samples: [Float] = []

  /// Where the samples were copied from; nil when they are not whole or not from one place.
  package var source: Source?

  /// A place in a tap's ring.
  package struct Source: Sendable {
    /// The tap's number.
    package var tap: Int
    /// Position behind the last sample. Positions of a ring never mean other samples.
    package var end: Int

    /// The place behind the sample at `end`.
    package init(tap: Int, end: Int) {
      self.tap = tap
      self.end = end
    }
  }

  /// An empty window.
  public init() {}

  /// Makes the window hold `count` samples.
  package mutating func resize(to count: Int) {
    guard samples.count != count else { return }
    samples = [Float](repeating: 0, count: count)
    source = nil
  }

  /// Makes the window silent.
  package mutating func clear() {
    source = nil
    for index in samples.indices { samples[index] = 0 }
  }

  /// Moves the samples that belong into the window ending at `end` of tap `tap` to where they belong there, at its
  /// beginning; returns how many they are.
  package mutating func keepSamples(of tap: Int, endingAt end: Int) -> Int {
    guard let source, source.tap == tap, source.end <= end, end - source.end < samples.count else { return 0 }
    let new = end - source.end
    let kept = samples.count - new
    if new > 0 {
      samples.withUnsafeMutableBufferPointer { samples in
        guard let base = samples.baseAddress else { return }
        base.update(from: base + new, count: kept)  // the ranges may overlap
      }
    }
    return kept
  }
}
