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

  /// The profile of the bars.
  var profile: SpectrumOptions.Profile { self == .springradio ? .springradio : .rta }
  /// True when each column has a band of its own, and there is one spectrum.
  var isDense: Bool { self == .waterfall }

  /// True when stereo looks different from mono.
  var hasChannels: Bool { self != .waterfall && self != .float }

  /// Returns what draws this mode on a terminal with these glyphs.
  func visualizer(glyphs: GlyphSet) -> any Visualizer {
    switch self {
    case .bars, .springradio: BarsRenderer(glyphs: glyphs)
    case .mirrored: MirroredBars()
    case .waterfall: Waterfall()
    case .oscilloscope: Oscilloscope()
    case .float: FloatingText()
    }
  }
}
