import AudioCore
import Radio
import RadioModel
import Terminal

/// A radio in this process, with its library.
public struct LocalRadio: TappedRadio {
  private let tuner: Tuner
  private let local: LocalLibrary

  /// Creates the radio that `tuner` plays.
  public init(_ tuner: Tuner, library: LocalLibrary) {
    self.tuner = tuner
    local = library
  }

  /// The player's present status.
  public var status: RadioStatus { tuner.status }
  /// The stations, titles and log of the radio.
  public var library: (any ViewedLibrary)? { local }

  /// Sends a command to the radio; never blocks.
  public func send(_ command: Command) { tuner.send(command) }

  /// Fills `window` with the `frames` frames that end with the audible one.
  public func readTap(frames: Int, into window: inout TapWindow) -> TapReading {
    tuner.readTap(frames: frames, into: &window)
  }
}
