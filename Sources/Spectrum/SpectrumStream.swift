public import AudioCore

/// Converts blocks of sound to frames: divides the stream into windows, measures them, and numbers them continuously
/// across changes of format. The division of the sound into blocks does not affect the result. Frames need no
/// allocation. For one thread.
///
/// Frame i of a format covers its samples iH … iH+N−1. Where samples are left over at the end of the stream, one more
/// window follows, padded with zeros: every sample is in a frame, except those between two windows when the hop is longer
/// than a window. No window spans a change of format. Nothing is padded there, since time would not increase then: the
/// new header counts the samples of the old format that are in no frame. Index and time continue across the change: the
/// new format's sound begins where the old format's ended.
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
  /// Number and first frame of the next window, counted in the current format.
  private var windowIndex = 0
  private var windowStart = 0
  /// The end of the sound in the last frame: the number of frames from the start of the current format on.
  public private(set) var frameEnd = 0

  private var titles: [(time: Double, metadata: StreamMetadata)] = []

  /// Capacity of the buffer in windows, for sound of up to 8 channels and for more. With more capacity, its rest is
  /// moved to the front less often.
  private static let windowsHeld = (usually: 8, manyChannels: 2)
  /// Maximum number of titles that wait for a frame.
  private static let maximumTitles = 64

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
    let analyzer = try analyzer(for: block, body: body)
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
    if titles.count > Self.maximumTitles { try handOutTitles(until: titles[0].time, body: body) }
  }

  /// Ends the stream: passes a frame of the samples that are left over and the remaining titles to `body`.
  public func finish<Failure: Error>(body: (SpectrumEvent) throws(Failure) -> Void) throws(Failure) {
    try measureRest(body: body)
    try handOutTitles(until: .infinity, body: body)
  }

  /// Returns the analyser for the format of `block`; for a new format, creates it and passes its header to `body`.
  private func analyzer<Failure: Error>(
    for block: PCMBlock, body: (SpectrumEvent) throws(Failure) -> Void
  ) throws(Failure) -> SpectrumAnalyzer {
    let format = block.format
    if let analyzer, analyzer.format == format { return analyzer }
    let unframed = unframed
    // These titles belong to the end of the old format. Before the first format, titles wait for the first header.
    if analyzer != nil { try handOutTitles(until: position, body: body) }
    segmentStart = position
    segmentFrames = 0
    (windowIndex, windowStart, frameEnd) = (0, 0, 0)
    (start, end, skip) = (0, 0, 0)
    let made = SpectrumAnalyzer(format: format, options: options)
    if made.rows != frame.rows || analyzer == nil {
      frame = made.makeFrame()
      ballistics = BarBallistics(profile: options.profile, count: made.rows * options.bands)
    }
    capacity = options.fftSize * (format.channels > 8 ? Self.windowsHeld.manyChannels : Self.windowsHeld.usually)
    buffer = FloatStorage(count: capacity * format.channels)
    analyzer = made
    var header = SpectrumHeader(format: format, options: options, layout: made.layout)
    header.sourceChannels = block.sourceChannels
    header.unframed = unframed
    try body(.header(header))
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
    if capacity - end < options.fftSize { moveToFront(channels) }
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

  /// Moves the sound that later windows need to the front of the buffer.
  private func moveToFront(_ channels: Int) {
    guard start > 0, let base = buffer.buffer.baseAddress else { return }
    base.update(from: base + start * channels, count: (end - start) * channels)
    (start, end) = (0, end - start)
  }

  /// Measures all complete windows.
  private func measure<Failure: Error>(
    with analyzer: SpectrumAnalyzer, body: (SpectrumEvent) throws(Failure) -> Void
  ) throws(Failure) {
    guard let base = buffer.buffer.baseAddress else { return }
    while end - start >= options.fftSize {
      analyzer.measure(base + start * analyzer.format.channels, into: &frame)
      frame.time = segmentStart + seconds(windowStart + options.fftSize / 2)
      ballistics.advance(&frame)
      frameEnd = windowStart + options.fftSize
      windowIndex += 1
      let next = options.windowStart(windowIndex, sampleRate: analyzer.format.sampleRate)
      let hop = next - windowStart
      windowStart = next
      let step = min(hop, end - start)
      start += step
      skip = hop - step
      try handOut(body: body)
    }
  }

  /// Number of frames of the current format behind the last window, except those that the hop skips.
  private var unframed: Int { max(segmentFrames - max(frameEnd, windowStart), 0) }

  /// Measures the samples that are in no frame yet, if any, in a window padded with zeros.
  private func measureRest<Failure: Error>(body: (SpectrumEvent) throws(Failure) -> Void) throws(Failure) {
    guard let analyzer, unframed > 0 else { return }
    let channels = analyzer.format.channels
    if capacity - start < options.fftSize { moveToFront(channels) }
    guard let base = buffer.buffer.baseAddress else { return }
    let padded = options.fftSize - (end - start)
    (base + end * channels).update(repeating: 0, count: padded * channels)
    analyzer.measure(base + start * channels, into: &frame)
    frame.time = segmentStart + seconds(windowStart + options.fftSize / 2)
    frame.padded = padded
    ballistics.advance(&frame)
    frameEnd = segmentFrames
    try handOut(body: body)
    frame.padded = 0
  }

  /// Numbers the frame and passes it to `body`, after the titles that come before it.
  private func handOut<Failure: Error>(body: (SpectrumEvent) throws(Failure) -> Void) throws(Failure) {
    frame.index = frameCount
    try handOutTitles(until: frame.time, body: body)
    frameCount += 1
    try body(.frame(frame))
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
