import AudioCore
import Stations

/// What the ``TunerLoop`` remembers between commands about the source that is tuned in.
package struct SessionState {
  /// The source that was tuned in last.
  private var source: Source?
  /// Counts tunings: reports of an older one are stale.
  package private(set) var generation = 0
  /// True while the source that was asked for first is tuned in.
  package private(set) var isOnFirstSource = true
  /// What was heard of the source before it was joined anew.
  package var heard: Duration = .zero
  /// Why the network side gave up, while its last sound is still heard.
  package var failure: TuneError?

  /// A desk with nothing tuned in yet.
  package init() {}

  /// Notes that `source` is tuned in now; returns its generation.
  @discardableResult package mutating func tune(to newSource: Source) -> Int {
    if let source, source != newSource { isOnFirstSource = false }
    source = newSource
    endGeneration()
    return generation
  }

  /// Whatever the current tuning still reports is stale from now on.
  package mutating func endGeneration() {
    generation += 1
    failure = nil
  }
}
