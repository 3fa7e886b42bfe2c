package import AudioCore
package import Spectrum

/// The moving bars of the audible sound: it feeds the frames of a meter to the ballistics of the bars.
package struct LiveSpectrum {
  /// The options of the measurement and of the bars.
  package private(set) var options: SpectrumOptions
  /// The assignment of the screen's columns to bands.
  package private(set) var layout: BarsLayout
  /// The bars.
  package private(set) var picture: BarPicture
  /// The maximum width of the bars in columns.
  package var columns: Int {
    didSet { if columns != oldValue { layOut() } }
  }

  /// True for a few small bars: one spectrum, whatever the mode.
  package var isSmall = false {
    didSet { if isSmall != oldValue { layOut() } }
  }

  /// What is drawn of the sound: it decides about bands and profile.
  package var mode: VisualizerMode {
    didSet {
      guard mode != oldValue else { return }
      options = options.with(profile: mode.profile)
      layOut()
    }
  }

  private let requestedBands: Int?
  private var meter: any SpectrumMeter
  private var ballistics: LiveBallistics
  private var frame: SpectrumFrame

  /// Creates bars of height 0 for the sound that `meter` measures. With `requestedBands` nil the width decides.
  package init(meter: any SpectrumMeter, options: SpectrumOptions, requestedBands: Int?, columns: Int = 80) {
    self.meter = meter
    self.options = options
    self.requestedBands = requestedBands
    self.columns = columns
    mode = options.profile == .springradio ? .springradio : .bars
    layout = BarsLayout(columns: columns, channels: 1, requested: requestedBands)
    frame = SpectrumFrame(rows: 1, bands: layout.bands)
    ballistics = LiveBallistics(profile: options.profile, rows: 1, bands: layout.bands, interpolates: meter.isSlow)
    picture = BarPicture(channels: 1, bands: layout.bands, frequencies: options.low...options.high, levels: nil)
    layOut()
  }

  /// Switches between one spectrum and one each for left and right.
  package mutating func toggleStereo() {
    options.channels = options.channels == .stereo ? .mono : .stereo
    layOut()
  }

  /// True when left and right are shown apart.
  package var isStereo: Bool { options.channels == .stereo && meter.format.channels > 1 && !mode.isDense }
  /// The levels of the last frame, `rows × bands` in dBFS.
  package var levels: [Float] { frame.levels }
  /// The decibels that the automatic sensitivity adds to every level.
  package var sensitivity: Float { ballistics.sensitivity }
  /// The sound of the last update and its format; nil when the meter has none.
  package var sound: (samples: [Float], format: AudioFormat)? { meter.samples.map { ($0, meter.format) } }

  /// Advances the bars to `now`, in nanoseconds of the monotonic clock. Returns false when nothing is audible.
  package mutating func update(now: Int64) -> Bool {
    let seconds = Double(now) / 1e9
    let reading = meter.refresh()
    switch reading {
    case .sound(let isNewFormat):
      if isNewFormat { layOut() }
      if meter.measure(into: &frame) { ballistics.feed(frame, at: seconds) }
    case .silence: ballistics.feedSilence(at: seconds)
    case .missed: break
    }
    ballistics.advance(to: seconds)
    show()
    return reading != .silence
  }

  /// Lays out the bars and prepares the meter for the present format, options and width.
  private mutating func layOut() {
    layout = BarsLayout(
      columns: columns, channels: isStereo && !isSmall ? 2 : 1,
      requested: mode.isDense ? max(columns, 1) : requestedBands)
    var measured = options.with(bands: layout.bands)
    measured.channels = layout.channels == 2 ? .stereo : .mono
    let half = Double(max(meter.format.sampleRate, 2)) / 2
    let high = measured.low < half ? min(measured.high, half) : measured.high
    picture = BarPicture(channels: layout.channels, bands: layout.bands, frequencies: measured.low...high, levels: nil)
    frame = meter.prepare(measured)
    ballistics = LiveBallistics(
      profile: options.profile, rows: frame.rows, bands: layout.bands, interpolates: meter.isSlow)
    show()
  }

  /// Copies the bars of the first channels into the picture.
  private mutating func show() {
    let count = picture.heights.count
    for index in 0..<min(count, ballistics.bars.count) {
      picture.heights[index] = ballistics.bars[index]
      picture.caps[index] = ballistics.caps[index]
    }
    guard options.profile == .rta else { return }
    let bottom = Double(SpectrumConstants.liveBottomDecibels - ballistics.sensitivity)
    if picture.levels?.lowerBound != bottom {
      picture.levels = bottom...bottom + Double(SpectrumConstants.liveSpanDecibels)
    }
  }
}
