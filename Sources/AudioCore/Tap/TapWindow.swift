/// The most recent audible frames. Repeated reads into the same window copy only the new frames.
public struct TapWindow: Sendable {
  /// The `frames × channels` interleaved samples.
  public package(set) var samples: [Float] = []

  /// The position that the samples were copied from; nil when they are incomplete or come from more than one position.
  var source: Source?

  /// A position in the ring of a tap.
  struct Source: Sendable {
    /// The number that identifies the tap.
    var tap: Int
    /// Position after the last sample. A ring never uses the same position for other samples.
    var end: Int
  }

  /// An empty window.
  public init() {}

  /// Resizes the window to `count` samples. A change of size fills the window with zeros.
  mutating func resize(to count: Int) {
    guard samples.count != count else { return }
    samples = [Float](repeating: 0, count: count)
    source = nil
  }

  /// Fills the window with zeros.
  package mutating func clear() {
    source = nil
    for index in samples.indices { samples[index] = 0 }
  }

  /// Moves the samples that the window ending at `end` of tap `tap` also needs to their new place at the beginning of
  /// the window. Returns their number.
  mutating func keepSamples(of tap: Int, endingAt end: Int) -> Int {
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
