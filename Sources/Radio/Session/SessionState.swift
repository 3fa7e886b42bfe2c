package import AudioCore
package import RadioModel

/// The state that the ``TunerLoop`` keeps between commands about the current source.
package struct SessionState {
  /// The source that was tuned in last.
  private var source: Source?
  /// Counts playback sessions: reports of an older session are stale.
  package private(set) var generation = 0
  /// True until a source other than the first one is tuned in.
  package private(set) var isOnFirstSource = true
  /// The duration that was heard of the source before it was rejoined after a suspension.
  package var heard: Duration = .zero
  /// Why the network side gave up, while the remaining sound still plays.
  package var failure: TuneError?

  /// The state with nothing tuned in yet.
  package init() {}

  /// Notes that `newSource` is tuned in now. Returns the generation of its playback session.
  @discardableResult package mutating func tune(to newSource: Source) -> Int {
    if let source, source != newSource { isOnFirstSource = false }
    source = newSource
    endGeneration()
    return generation
  }

  /// Ends the current generation: later reports of its playback session are stale.
  package mutating func endGeneration() {
    generation += 1
    failure = nil
  }
}
