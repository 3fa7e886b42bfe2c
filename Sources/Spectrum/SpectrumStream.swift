import AudioCore

/// Converts blocks of sound to frames: divides the stream into windows, measures them, and numbers them continuously
/// across changes of format. The division of the sound into blocks does not affect the result. Frames need no
/// allocation. For one thread.
///
/// Frame i of a format covers its samples iH … iH+N−1. Nothing is padded, no window spans a change of format, and a
/// rest of the old format that is shorter than a window is dropped. Index and time continue across the change: the new
/// format's sound begins where the old format's ended.
public final class SpectrumStream {
  /// The options of the measurement.
  public let options: SpectrumOptions
  /// Number of frames produced so far.
  public private(set) var frameCount = 0
  /// Duration of the sound received so far, in seconds.
  public var position: Double { segmentStart + seconds(segmentFrames) }

  private var analyzer: SpectrumAnalyzer?
  private var ballistics: BarBallistics
  private var frame = SpectrumFrame(rows: 0, bands: 0)

  /// Sound that later windows still need, interleaved, from `start` to `end` (in frames).
  private var buffer = FloatStorage(count: 0)
  private var capacity = 0
  private var start = 0
  private var end = 0
  /// Number of frames to drop before the next window, when the hop is longer than a window.
  private var skip = 0

  /// The start of the current format in seconds, and the number of its frames received so far.
  private var segmentStart = 0.0
  private var segmentFrames = 0
  /// First frame of the next window, counted in the current format.
  private var windowStart = 0

  private var titles: [(time: Double, metadata: StreamMetadata)] = []

  /// Capacity of the buffer in windows. With more capacity, its rest is moved to the front less often.
  private static let windowsHeld = 8
  /// Maximum number of titles that wait for a frame.
  private static let mostTitles = 64

  /// Creates a stream that has not begun.
  public init(options: SpectrumOptions) {
    self.options = options
    ballistics = BarBallistics(profile: options.profile, count: 0)
  }

  /// Takes the next sound and passes to `body` the frames that it completes, and a header where the format begins.
  ///
  /// If `body` throws, the stream has ended: do not use it again.
  public func feed<Failure: Error>(
    _ block: PCMBlock, body: (SpectrumEvent) throws(Failure) -> Void
  ) throws(Failure) {
    let frames = block.frameCount
    guard frames > 0, block.format.sampleRate > 0 else { return }
    let analyzer = try analyzer(for: block.format, body: body)
    var taken = 0
    while taken < frames {
      taken += append(block, from: taken)
      try measure(with: analyzer, body: body)
    }
  }

  /// Takes a title that belongs to the sound that follows. It is passed to `body` in order: before the first frame
  /// whose time is not less than the title's.
  public func feed<Failure: Error>(
    _ metadata: StreamMetadata, body: (SpectrumEvent) throws(Failure) -> Void
  ) throws(Failure) {
    titles.append((time: position, metadata: metadata))
    if titles.count > Self.mostTitles { try handOutTitles(until: titles[0].time, body: body) }
  }

  /// Ends the stream: passes the remaining titles to `body`.
  public func finish<Failure: Error>(body: (SpectrumEvent) throws(Failure) -> Void) throws(Failure) {
    try handOutTitles(until: .infinity, body: body)
  }

  /// Returns the analyser for `format`; for a new format, creates it and passes its header to `body`.
  private func analyzer<Failure: Error>(
    for format: AudioFormat, body: (SpectrumEvent) throws(Failure) -> Void
  ) throws(Failure) -> SpectrumAnalyzer {
    if let analyzer, analyzer.format == format { return analyzer }
    // These titles belong to the end of the old format. Before the first format, titles wait for the first header.
    if analyzer != nil { try handOutTitles(until: position, body: body) }
    segmentStart = position
    segmentFrames = 0
    windowStart = 0
    (start, end, skip) = (0, 0, 0)
    let made = SpectrumAnalyzer(format: format, options: options)
    if made.rows != frame.rows || analyzer == nil {
      frame = made.makeFrame()
      ballistics = BarBallistics(profile: options.profile, count: made.rows * options.bands)
    }
    capacity = Self.windowsHeld * options.fftSize
    buffer = FloatStorage(count: capacity * format.channels)
    analyzer = made
    try body(.header(SpectrumHeader(format: format, options: options, layout: made.layout)))
    return made
  }

  /// Takes as many frames of `block`, from frame `first` on, as the buffer has space for; at least one. Returns their
  /// number.
  private func append(_ block: PCMBlock, from first: Int) -> Int {
    let channels = block.format.channels
    var taken = 0
    if skip > 0 {
      taken = min(skip, block.frameCount - first)
      skip -= taken
    }
    if capacity - end < options.fftSize, start > 0, let base = buffer.buffer.baseAddress {
      base.update(from: base + start * channels, count: (end - start) * channels)
      (start, end) = (0, end - start)
    }
    let kept = min(block.frameCount - first - taken, capacity - end)
    block.samples.withUnsafeBufferPointer { samples in
      if kept > 0, let source = samples.baseAddress, let base = buffer.buffer.baseAddress {
        (base + end * channels).update(from: source + (first + taken) * channels, count: kept * channels)
      }
    }
    end += kept
    segmentFrames += taken + kept
    return taken + kept
  }

  /// Measures all complete windows.
  private func measure<Failure: Error>(
    with analyzer: SpectrumAnalyzer, body: (SpectrumEvent) throws(Failure) -> Void
  ) throws(Failure) {
    guard let base = buffer.buffer.baseAddress else { return }
    while end - start >= options.fftSize {
      analyzer.measure(base + start * analyzer.format.channels, into: &frame)
      frame.index = frameCount
      frame.time = segmentStart + seconds(windowStart + options.fftSize / 2)
      ballistics.advance(&frame)
      try handOutTitles(until: frame.time, body: body)
      frameCount += 1
      try body(.frame(frame))
      windowStart += options.hop
      let step = min(options.hop, end - start)
      start += step
      skip = options.hop - step
    }
  }

  private func handOutTitles<Failure: Error>(
    until time: Double, body: (SpectrumEvent) throws(Failure) -> Void
  ) throws(Failure) {
    while let first = titles.first, first.time <= time {
      titles.removeFirst()
      try body(.metadata(time: first.time, first.metadata))
    }
  }

  /// Returns the duration of `frames` frames of the current format, in seconds.
  private func seconds(_ frames: Int) -> Double {
    guard let analyzer else { return 0 }
    return Double(frames) / Double(analyzer.format.sampleRate)
  }
}
