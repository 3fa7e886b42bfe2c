package import AudioCore
package import Spectrum

/// A meter that gives the sound of another meter some time later, for headphones and speakers that play late, such as
/// those on Bluetooth.
///
/// It keeps what was measured, not the sound: a few values for each picture, and for the oscilloscope the last 40 ms of
/// sound at most 40 times a second. With a delay of 2 s that is at most 6 MB, and less than 2 MB of stereo sound at
/// 48 kHz.
package struct DelayedMeter: SpectrumMeter {
  /// The delays that may be set, in milliseconds.
  package static let range = 0...2000

  /// What was measured at a time.
  private struct Entry {
    var time: Int64 = 0
    var isSound = false
    /// The format of the sound; nil for silence.
    var format: AudioFormat?
    var frame = SpectrumFrame(rows: 0, bands: 0)
    /// True when the frame is new since the entry before.
    var hasFrame = false
    /// The last sound; empty when an entry shortly before has some.
    var samples: [Float] = []
  }

  /// The sound that an entry keeps, in seconds: twice that of an oscilloscope.
  private static let sampleSeconds = 2 * Oscilloscope.shownSeconds
  /// The most samples that an entry keeps.
  private static let maximumSamples = 16_384
  /// The time between two entries with sound, in nanoseconds.
  private static let samplePause: Int64 = 25_000_000

  private var base: any SpectrumMeter
  private let delay: Int64
  private let clock: () -> Int64
  private var options: SpectrumOptions?
  /// The shape of the frames that the other meter gives.
  private var shape = SpectrumFrame(rows: 0, bands: 0)
  /// The entries that are not due yet, the oldest first, from `first` on.
  private var waiting: [Entry] = []
  private var first = 0
  /// An entry whose memory is used again.
  private var spare: [Entry] = []
  /// The entry that is due; nil before the first one.
  private var shown: Entry?
  private var shownFormat: AudioFormat?
  private var shownSamples: [Float] = []
  private var sampledTime: Int64?

  /// Creates a meter that is `milliseconds` behind `base`; `clock` gives nanoseconds of the monotonic clock.
  package init(
    _ base: any SpectrumMeter, milliseconds: Int, clock: @escaping () -> Int64 = { FrameClock.now }
  ) {
    self.base = base
    delay = Int64(min(max(milliseconds, Self.range.lowerBound), Self.range.upperBound)) * 1_000_000
    self.clock = clock
  }

  package var format: AudioFormat { shownFormat ?? base.format }
  package var isSlow: Bool { base.isSlow }
  package var samples: [Float]? { base.samples == nil ? nil : shownSamples }

  package mutating func prepare(_ options: SpectrumOptions) -> SpectrumFrame {
    self.options = options
    shape = base.prepare(options)
    return SpectrumFrame(rows: options.channels == .mono ? 1 : format.channels, bands: options.bands)
  }

  package mutating func refresh() -> LiveReading {
    let now = clock()
    record(base.refresh(), at: now)
    while first < waiting.count, waiting[first].time <= now - delay {
      if let shown, spare.isEmpty { spare.append(shown) }
      shown = waiting[first]
      waiting[first] = Entry()
      first += 1
      if let samples = shown?.samples, !samples.isEmpty { shownSamples = samples }
    }
    if first > waiting.count / 2 {
      waiting.removeFirst(first)
      first = 0
    }
    guard let shown, shown.isSound else { return .silence }
    let isNewFormat = shown.format != shownFormat
    shownFormat = shown.format
    return .sound(isNewFormat: isNewFormat)
  }

  package mutating func measure(into frame: inout SpectrumFrame) -> Bool {
    guard shown?.hasFrame == true else { return false }
    shown?.hasFrame = false
    // A frame of another shape was measured for other options.
    guard shown?.frame.rows == frame.rows, shown?.frame.bands == frame.bands else { return false }
    if let new = shown?.frame { frame = new }
    return true
  }

  /// Keeps what the other meter measures at `now`.
  private mutating func record(_ reading: LiveReading, at now: Int64) {
    switch reading {
    case .missed: return
    case .silence:
      // One entry stands for all of a silence.
      if (waiting.last ?? shown)?.isSound ?? true { waiting.append(Entry(time: now)) }
    case .sound(let isNewFormat):
      if isNewFormat, let options { shape = base.prepare(options) }
      var entry = spare.popLast() ?? Entry()
      (entry.time, entry.isSound, entry.format) = (now, true, base.format)
      if entry.frame.rows != shape.rows || entry.frame.bands != shape.bands { entry.frame = shape }
      entry.hasFrame = base.measure(into: &entry.frame)
      entry.samples.removeAll(keepingCapacity: true)
      if now - (sampledTime ?? .min / 2) >= Self.samplePause, let samples = base.samples {
        let channels = max(base.format.channels, 1)
        let frames = min(Int(Double(base.format.sampleRate) * Self.sampleSeconds), Self.maximumSamples / channels)
        entry.samples += samples.suffix(frames * channels)
        sampledTime = now
      }
      waiting.append(entry)
    }
  }
}
