import AudioCore
import Radio
import Spectrum

/// The bars of what is audible now: takes what a meter measures, and lets the bars move.
package struct LiveSpectrum {
  /// What is measured, and how it looks.
  package private(set) var options: SpectrumOptions
  /// Which column of the screen belongs to which band.
  package private(set) var layout: BarsLayout
  /// The bars.
  package private(set) var picture: BarPicture
  /// Columns the bars may take.
  package var columns: Int {
    didSet { if columns != oldValue { layOut() } }
  }

  private let requestedBands: Int?
  private var meter: any SpectrumMeter
  private var format: AudioFormat?
  private var ballistics: LiveBallistics
  private var frame: SpectrumFrame

  /// Rate assumed for the scales until there is sound.
  private static let usualSampleRate = 44_100
  /// The level scale moves in steps of so many decibels, so that it does not crawl.
  private static let scaleStep: Float = 1

  /// Bars that lie on the ground, of what `meter` will measure; `requestedBands` nil lets the width decide.
  package init(meter: any SpectrumMeter, options: SpectrumOptions, requestedBands: Int?, columns: Int = 80) {
    self.meter = meter
    self.options = options
    self.requestedBands = requestedBands
    self.columns = columns
    layout = BarsLayout(columns: columns, channels: 1, requested: requestedBands)
    frame = SpectrumFrame(rows: 1, bands: layout.bands)
    ballistics = LiveBallistics(profile: options.profile, rows: 1, bands: layout.bands, interpolates: meter.isSlow)
    picture = BarPicture(channels: 1, bands: layout.bands, frequencies: options.low...options.high, levels: nil)
    layOut()
  }

  /// One spectrum, or one for left and one for right.
  package mutating func toggleStereo() {
    options.channels = options.channels == .stereo ? .mono : .stereo
    layOut()
  }

  /// The other profile.
  package mutating func toggleProfile() {
    options = options.with(profile: options.profile == .rta ? .springradio : .rta)
    layOut()
  }

  /// Moves the bars to `now`, in nanoseconds of the monotonic clock. False when nothing is audible.
  package mutating func update(now: Int64) -> Bool {
    let seconds = Double(now) / 1e9
    let hasSound: Bool
    switch meter.look() {
    case .sound:
      if meter.format != format {
        format = meter.format
        layOut()
      }
      if meter.measure(into: &frame) { ballistics.feed(frame, at: seconds) }
      hasSound = true
    case .silence:
      ballistics.feedSilence(at: seconds)
      hasSound = false
    case .missed:
      hasSound = true
    }
    ballistics.advance(to: seconds)
    show()
    return hasSound
  }

  /// Lays out the bars and prepares the meter for the format, the options and the width there are now.
  private mutating func layOut() {
    let isStereo = options.channels == .stereo && (format?.channels ?? 2) > 1
    layout = BarsLayout(columns: columns, channels: isStereo ? 2 : 1, requested: requestedBands)
    var measured = options.with(bands: layout.bands)
    measured.channels = layout.channels == 2 ? .stereo : .mono
    let rate = format?.sampleRate ?? Self.usualSampleRate
    let half = Double(max(rate, 2)) / 2
    let high = measured.low < half ? min(measured.high, half) : measured.high
    picture = BarPicture(channels: layout.channels, bands: layout.bands, frequencies: measured.low...high, levels: nil)
    frame = meter.prepare(measured)
    ballistics = LiveBallistics(
      profile: options.profile, rows: frame.rows, bands: layout.bands, interpolates: meter.isSlow)
    show()
  }

  /// Takes the first channels of the bars into the picture.
  private mutating func show() {
    let count = picture.heights.count
    for index in 0..<min(count, ballistics.bars.count) {
      picture.heights[index] = ballistics.bars[index]
      picture.caps[index] = ballistics.caps[index]
    }
    guard options.profile == .rta else { return }
    let shift = Double((ballistics.sensitivity / Self.scaleStep).rounded() * Self.scaleStep)
    let bottom = Double(SpectrumConstants.rtaBottomDecibels) - shift
    if picture.levels?.lowerBound != bottom {
      picture.levels = bottom...bottom + Double(SpectrumConstants.rtaSpanDecibels)
    }
  }
}
