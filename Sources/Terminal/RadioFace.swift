import AudioCore
import Radio

/// The side of the radio that a view looks at and talks to. Every member may be called from any thread.
public protocol RadioFace: Sendable {
  /// The radio's state now; cheap.
  var snapshot: TunerSnapshot { get }
  /// Asks the radio to do something; never blocks.
  func send(_ command: Command)
  /// Copies the `frames` frames that end with what is audible now into `samples`, interleaved; see `TapReading`.
  func readTap(frames: Int, into samples: inout [Float]) -> TapReading
}
