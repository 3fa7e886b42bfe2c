/// Finds silence: stretches in which every sample of every channel is below a level. This is also how ffmpeg's
/// silencedetect defines it.
struct SilenceTracker: Sendable {
  /// A silent stretch, in frames.
  struct Stretch: Sendable, Hashable {
    var start: Int
    var end: Int

    var frames: Int { end - start }
  }

  /// The number of stretches whose places are kept.
  static let maximumStretches = 1000
  /// Frames that are looked at together. Shorter silences between louder frames are not found.
  private static let chunkFrames = 64

  private let channels: Int
  private let limit: Float
  private let listedFrames: Int
  private let minimumFrames: Int
  private var begin: Int? = 0

  /// The number of frames so far.
  private(set) var frames = 0
  /// The first frame that is not silent.
  private(set) var firstSound: Int?
  /// The longest stretch that has ended.
  private(set) var longest = Stretch(start: 0, end: 0)
  /// The first stretches of 100 ms and more.
  private(set) var stretches: [Stretch] = []
  /// The number of stretches of 100 ms and more.
  private(set) var count = 0

  /// Creates a tracker of sound at `rate` hertz with `channels` channels. `level` is the limit in dBFS. Stretches of
  /// 100 ms and more are listed; those below 10 ms, which every tone has at its zero crossings, do not count.
  init(rate: Int, channels: Int, level: Double) {
    self.channels = channels
    listedFrames = max(rate / 10, 1)
    minimumFrames = max(rate / 100, 1)
    limit = Float(Level.amplitude(ofDecibels: level))
  }

  /// Takes whole frames of interleaved samples.
  mutating func feed(_ samples: UnsafeBufferPointer<Float>) {
    guard let base = samples.baseAddress else { return }
    let total = samples.count / channels
    var first = 0
    while first < total {
      let count = min(Self.chunkFrames, total - first)
      measure(base + first * channels, count: count)
      first += count
      frames += count
    }
  }

  private mutating func measure(_ chunk: UnsafePointer<Float>, count: Int) {
    guard isLoud(chunk, count: count * channels) else {
      if begin == nil { begin = frames }
      return
    }
    var (first, last) = (0, count - 1)
    while !isLoud(frame: first, of: chunk) { first += 1 }
    while !isLoud(frame: last, of: chunk) { last -= 1 }
    if firstSound == nil { firstSound = frames + first }
    if let begin { end(Stretch(start: begin, end: frames + first)) }
    begin = last + 1 < count ? frames + last + 1 : nil
  }

  /// True when one of `count` samples reaches the limit.
  private func isLoud(_ samples: UnsafePointer<Float>, count: Int) -> Bool {
    var (high, low) = (SIMD8<Float>(), SIMD8<Float>())
    var n = 0
    while n &+ 8 <= count {
      let x = UnsafeRawPointer(samples + n).loadUnaligned(as: SIMD8<Float>.self)
      high.replace(with: x, where: x .> high)
      low.replace(with: x, where: x .< low)
      n &+= 8
    }
    if high.max() >= limit || -low.min() >= limit { return true }
    while n < count {
      if samples[n].magnitude >= limit { return true }
      n &+= 1
    }
    return false
  }

  private func isLoud(frame: Int, of chunk: UnsafePointer<Float>) -> Bool {
    for channel in 0..<channels where chunk[frame * channels + channel].magnitude >= limit { return true }
    return false
  }

  private mutating func end(_ stretch: Stretch) {
    guard stretch.frames >= minimumFrames else { return }
    if stretch.frames > longest.frames { longest = stretch }
    guard stretch.frames >= listedFrames else { return }
    count += 1
    if stretches.count < Self.maximumStretches { stretches.append(stretch) }
  }

  /// Ends the stretch that reaches the end of the sound.
  mutating func finish() {
    if let begin { end(Stretch(start: begin, end: frames)) }
    begin = nil
  }
}
