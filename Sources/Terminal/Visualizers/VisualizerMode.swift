import Spectrum

/// What a view draws of the sound. A key steps through the modes in this order.
public enum VisualizerMode: String, CaseIterable, Sendable {
  /// Bars of levels.
  case bars
  /// The same bars, up and down from a line in the middle.
  case mirrored
  /// A spectrogram: the newest spectrum at the top, older ones below it.
  case waterfall
  /// The waveform, from a rising zero crossing on.
  case oscilloscope
  /// Bars with the heights and the movement of SpringRadio for iOS.
  case springradio
  /// The station and its title as large letters that drift over the screen.
  case float

  /// Returns the mode `steps` after this one, in a ring.
  func stepped(by steps: Int) -> VisualizerMode {
    let all = Self.allCases
    let index = (all.firstIndex(of: self) ?? 0) + steps
    return all[(index % all.count + all.count) % all.count]
  }

  /// The profile of the bars.
  var profile: SpectrumOptions.Profile { self == .springradio ? .springradio : .rta }
  /// True when each column has a band of its own, and there is one spectrum.
  var isDense: Bool { self == .waterfall }

  /// Returns the pictures a second of this mode, when bars have `bars`.
  func framesPerSecond(bars: Int) -> Int {
    switch self {
    case .bars, .mirrored, .springradio: bars
    case .waterfall: min(bars, Waterfall.rowsPerSecond)
    case .oscilloscope: min(bars, Oscilloscope.framesPerSecond)
    case .float: min(bars, FloatingText.framesPerSecond)
    }
  }
}
