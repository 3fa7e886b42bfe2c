import RadioModel
import Synchronization

/// Counts the moves within the sound, for the thread that signals them.
final class MoveCount: Sendable {
  private let count = Atomic(0)

  /// The moves so far.
  var value: Int { count.load(ordering: .acquiring) }

  /// Records an event of the radio.
  func record(_ event: TunerEvent) {
    if case .moved = event { count.wrappingAdd(1, ordering: .releasing) }
  }
}
