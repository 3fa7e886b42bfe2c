import Spectrum

/// Follows the strongest component of one channel through windows of about a twelfth of a second, and finds where a tone
/// breaks, to a millisecond. Memory does not grow with the sound, except for the list of breaks, which is bounded.
final class ToneTracker {
  /// The tone that must be there: its frequency and the tolerance, in hertz.
  struct Target: Sendable, Hashable {
    var frequency: Double
    var tolerance: Double
  }

  /// A stretch without the tone, which is empty when the tone jumps to another phase.
  typealias Break = SilenceTracker.Stretch

  /// Pieces of a window; one lasts 0.65 to 1.3 ms at rates from 6.2 kHz on.
  static let pieces = 128
  /// The number of breaks whose places are kept.
  static let maximumBreaks = 100
  /// A piece is broken when what the fit leaves of it has more than this share of the tone's power (−12 dB)…
  private static let brokenShare: Float = 0.063
  /// … and more than this many times the power of what the fit leaves in the middle one of all pieces.
  private static let brokenTimes: Float = 10
  /// A fit with more broken pieces than this share says nothing about the tone.
  private static let maximumBrokenShare = 1.0 / 3
  /// Breaks that are no further apart than this are one, in seconds.
  private static let together = 0.005
  /// A component in the tone's place that is no further away than this, in hertz, and has its amplitude to these
  /// factors, agrees with it now and then for longer than that. Its breaks are one up to a window apart.
  private static let likeHertz = 20.0
  private static let likeAmplitude = 0.7...1.4
  /// Amplitude below which nothing is a tone (−120 dBFS).
  private static let silence = 1e-6

  private let rate: Double
  private let target: Target?
  private let size: Int
  private let pieceLength: Int
  private let search: StrongestComponent
  /// The last two windows; the second one is being filled.
  private var samples: [Float]
  private var filled = 0
  /// The frame of the sound at which the second window begins.
  private var start = 0
  private var rest: [Float]
  private var lastFit: SineFit?
  /// The last fit of a window in which the tone is, the frame at which that window ends, and its background.
  private var good: (fit: SineFit, end: Int, background: Float)?
  /// How a break was found.
  private enum Onset {
    /// The sample at which the tone ends.
    case tone
    /// The window has another tone, or none, and nothing before it to compare with.
    case window
    /// The window has another tone, or none, and noise hides where it begins.
    case noise
  }
  /// The break that has not ended: where it begins, and how it was found.
  private var opened: (frame: Int, onset: Onset)?
  /// True when what is in the tone's place since ``opened`` is much like it.
  private var isAlike = false
  /// Amplitude and background of a window that may be noisy, and the frame at which it ends.
  private var lastNoise: (amplitude: Double, background: Float, end: Int)?
  private var sums = Sums()

  private struct Sums {
    var windows = 0
    var tone = 0.0
    var residual = 0.0
    var frequency = 0.0
    var level = 0.0
  }

  /// The breaks, in order; at most ``maximumBreaks``.
  private(set) var breaks: [Break] = []
  /// The number of breaks.
  private(set) var breakCount = 0
  /// The amplitude of one window, with the frame at its centre.
  typealias Extreme = (value: Double, frame: Int)
  /// The smallest and the greatest amplitude of windows that have the tone.
  private(set) var amplitudes: (lowest: Extreme, highest: Extreme)?
  /// The frequency of the strongest component of the first window that has sound, in hertz.
  private(set) var firstFrequency: Double?

  /// Creates a tracker for one channel at `rate` hertz. Without a target, every strong component is the tone.
  init(rate: Int, target: Target?) {
    self.rate = Double(rate)
    self.target = target
    var size = 1024
    while size * 12 < rate { size *= 2 }
    self.size = size
    pieceLength = size / Self.pieces
    search = StrongestComponent(size: size)
    samples = [Float](repeating: 0, count: 2 * size)
    rest = [Float](repeating: 0, count: Self.pieces)
  }

  /// The mean frequency of the windows that have the tone, in hertz; nil without any.
  var frequency: Double? { sums.windows > 0 ? sums.frequency / Double(sums.windows) : nil }
  /// The mean amplitude of the windows that have the tone; nil without any.
  var amplitude: Double? { sums.windows > 0 ? sums.level / Double(sums.windows) : nil }
  /// The power of everything but the tone and the constant part, relative to the power of the tone; nil without a tone.
  var residualShare: Double? { sums.tone > 0 ? sums.residual / sums.tone : nil }

  /// Takes consecutive samples.
  func feed(_ input: UnsafeBufferPointer<Float>) {
    var index = 0
    while index < input.count {
      let count = min(size - filled, input.count - index)
      samples.withUnsafeMutableBufferPointer { samples in
        _ = samples[(size + filled)...].update(fromContentsOf: input[index..<index + count])
      }
      filled += count
      index += count
      if filled == size { takeWindow() }
    }
  }

  private func takeWindow() {
    measure(offset: size, count: size, frame: start, isWhole: true)
    samples.withUnsafeMutableBufferPointer { _ = $0.update(fromContentsOf: $0[size...]) }
    start += size
    filled = 0
  }

  /// Measures the samples that fill no window: with those before them, or as a shorter window.
  func finish() {
    let total = start + filled
    if filled > 0 {
      if start > 0 {
        measure(offset: filled, count: size, frame: total - size, isWhole: false)
      } else {
        let count = filled / (2 * pieceLength) * 2 * pieceLength
        for n in filled..<size { samples[size + n] = 0 }
        if count >= Self.minimum { measure(offset: size, count: count, frame: 0, isWhole: true) }
      }
    }
    if let opened { add(Break(start: opened.frame, end: total)) }
    opened = nil
  }

  /// The fewest samples in which a tone can be found.
  private static let minimum = 64

  // MARK: - One window

  private func measure(offset: Int, count: Int, frame: Int, isWhole: Bool) {
    samples.withUnsafeBufferPointer { samples in
      guard let base = samples.baseAddress else { return }
      measure(base + offset, base: base, count: count, frame: frame, isWhole: isWhole)
    }
  }

  private func measure(
    _ window: UnsafePointer<Float>, base: UnsafePointer<Float>, count: Int, frame: Int, isWhole: Bool
  ) {
    let used = count / pieceLength
    let fit = strongest(window, count: count, frame: frame, pieces: used)
    if let fit, firstFrequency == nil { firstFrequency = hertz(fit) }
    let residual = rest[..<used].reduce(0.0) { $0 + Double($1) }
    if isWhole {
      sums.residual += residual
      if let fit { sums.tone += fit.amplitude * fit.amplitude / 2 * Double(count) }
    }
    if var fit, hasTone(fit), let background = background(of: fit, pieces: used, frame: frame) {
      var runs = brokenRuns(fit, pieces: used, background: background)
      if Double(runs.reduce(0) { $0 + $1.count }) <= Self.maximumBrokenShare * Double(used) {
        refine(&fit, &runs, window: window, count: count, frame: frame, background: background)
        return takeGood(
          fit, runs: runs, background: background, window: window, base: base, count: count, frame: frame)
      }
    }
    takeBad(window, count: count, frame: frame, fit: fit)
  }

  /// Returns the fit of the strongest component, and leaves what it does not explain in `rest`; nil for silence.
  private func strongest(_ window: UnsafePointer<Float>, count: Int, frame: Int, pieces: Int) -> SineFit? {
    func fit(near omega: Double) -> SineFit {
      let fit = SineFit.fit(window, count: count, frame: frame, near: omega)
      fit.residuals(window, pieces: pieces, length: pieceLength, frame: frame, into: &rest)
      return fit
    }
    // A component with more power than all the rest together is the strongest.
    if let lastFit {
      let again = fit(near: lastFit.omega)
      let residual = rest[..<pieces].reduce(0) { $0 + Double($1) }
      if again.amplitude * again.amplitude / 2 * Double(count) > residual, again.amplitude > Self.silence {
        self.lastFit = again
        return again
      }
    }
    guard let frequency = search.frequency(in: window) else {
      for piece in 0..<pieces { rest[piece] = 0 }
      return nil
    }
    let found = fit(near: 2 * .pi * frequency)
    guard found.amplitude > Self.silence else { return nil }
    lastFit = found
    return found
  }

  private func hertz(_ fit: SineFit) -> Double { fit.omega * rate / (2 * .pi) }

  private func hasTone(_ fit: SineFit) -> Bool {
    guard let target else { return true }
    return abs(hertz(fit) - target.frequency) <= target.tolerance
  }

  /// Returns what `fit` leaves of a piece without a break, from `rest`; nil when a window that is half broken cannot be
  /// distinguished from one with much noise. Two such windows in a row that are alike have noise.
  private func background(of fit: SineFit, pieces: Int, frame: Int) -> Float? {
    let limit = Self.power(of: fit, length: pieceLength) * Self.brokenShare
    guard rest[..<pieces].contains(where: { $0 > limit }) else { return 0 }
    let quartile = rest[..<pieces].sorted()[pieces / 4]
    defer { lastNoise = (fit.amplitude, quartile, frame + pieces * pieceLength) }
    if quartile * Self.brokenTimes <= limit { return 0 }
    guard let lastNoise, lastNoise.end >= frame else { return nil }
    let isAlike =
      abs(lastNoise.amplitude / fit.amplitude - 1) < Self.likeness
      && max(quartile, lastNoise.background) < 1.5 * min(quartile, lastNoise.background)
    return isAlike ? quartile : nil
  }

  /// The greatest difference of two amplitudes that are alike.
  private static let likeness = 0.12

  private static func power(of fit: SineFit, length: Int) -> Float {
    Float(fit.amplitude * fit.amplitude / 2) * Float(length)
  }

  /// Returns the runs of broken pieces in `rest` against the tone of `fit`.
  private func brokenRuns(_ fit: SineFit, pieces: Int, background: Float) -> [Range<Int>] {
    let limit = max(Self.power(of: fit, length: pieceLength) * Self.brokenShare, background * Self.brokenTimes)
    guard rest[..<pieces].contains(where: { $0 > limit }) else { return [] }
    // A low tone is near 0 for some pieces, in which its absence does not show.
    let gap = max(1, Int(Double.pi / fit.omega) / pieceLength)
    var runs: [Range<Int>] = []
    for piece in 0..<pieces where rest[piece] > limit {
      if let last = runs.last, last.upperBound + gap >= piece {
        runs[runs.count - 1] = last.lowerBound..<piece + 1
      } else {
        runs.append(piece..<piece + 1)
      }
    }
    return runs
  }

  /// Fits the tone again to what `runs` leave of the window, and finds them again. A break bends the fit of its window,
  /// most of all that of a low tone, which then differs from the tone where it does not break.
  private func refine(
    _ fit: inout SineFit, _ runs: inout [Range<Int>], window: UnsafePointer<Float>, count: Int, frame: Int,
    background: Float
  ) {
    var repaired = Array(UnsafeBufferPointer(start: window, count: count))
    for _ in 0..<Self.maximumRepairs where !runs.isEmpty {
      for piece in runs.joined() {
        for n in piece * pieceLength..<(piece + 1) * pieceLength { repaired[n] = Float(fit.value(at: frame + n)) }
      }
      fit = SineFit.fit(repaired, count: count, frame: frame, near: fit.omega)
      fit.residuals(window, pieces: count / pieceLength, length: pieceLength, frame: frame, into: &rest)
      let found = brokenRuns(fit, pieces: count / pieceLength, background: background)
      for n in runs.joined().flatMap({ $0 * pieceLength..<($0 + 1) * pieceLength }) { repaired[n] = window[n] }
      runs = found
    }
  }

  /// The times that broken pieces are replaced by what the fit expects there. Each leaves a share of the error that is
  /// about that of the broken pieces in half a window, at most two thirds.
  private static let maximumRepairs = 8

  private func takeGood(
    _ fit: SineFit, runs: [Range<Int>], background: Float, window: UnsafePointer<Float>, base: UnsafePointer<Float>,
    count: Int, frame: Int
  ) {
    if let (begin, onset) = opened {
      // The tone came back within the window before, or with this one.
      var earlier: [Break] = []
      var end = frame
      if frame >= size, window >= base + size {
        fit.residuals(base, pieces: Self.pieces, length: pieceLength, frame: frame - size, into: &rest)
        earlier = brokenRuns(fit, pieces: Self.pieces, background: background).map {
          edges(of: $0, in: base, frame: frame - size, fit: fit)
        }
        end = earlier.last?.end ?? (onset == .noise ? frame : begin)
      }
      if onset == .window, begin == frame - size {
        for found in earlier { add(found) }
      } else if end > begin || onset != .window {
        add(Break(start: begin, end: max(begin, end)))
      }
      opened = nil
    }
    for run in runs { add(edges(of: run, in: window, frame: frame, fit: fit)) }
    isAlike = false
    good = (fit, frame + count, background)
    // A window with a break does not say how loud the tone is.
    if runs.isEmpty {
      sums.windows += 1
      sums.frequency += hertz(fit)
      sums.level += fit.amplitude
      amplitudes = Self.widened(amplitudes, by: (fit.amplitude, frame + count / 2))
    }
  }

  private static func widened(_ range: (Extreme, Extreme)?, by value: Extreme) -> (Extreme, Extreme) {
    guard let (lowest, highest) = range else { return (value, value) }
    return (value.value < lowest.value ? value : lowest, value.value > highest.value ? value : highest)
  }

  private func takeBad(_ window: UnsafePointer<Float>, count: Int, frame: Int, fit: SineFit?) {
    let hasTone = fit.map(hasTone) ?? false
    if let fit, let good, !hasTone, abs(hertz(fit) - hertz(good.fit)) <= Self.likeHertz,
      Self.likeAmplitude.contains(fit.amplitude / good.fit.amplitude)
    {
      isAlike = true
    }
    guard opened == nil else { return }
    guard let good, good.end >= frame else {
      opened = (frame, .window)
      return
    }
    let used = count / pieceLength
    good.fit.residuals(window, pieces: used, length: pieceLength, frame: frame, into: &rest)
    let runs = brokenRuns(good.fit, pieces: used, background: good.background)
    for run in runs {
      let place = edges(of: run, in: window, frame: frame, fit: good.fit)
      // Another tone in its place agrees with it from time to time: the break lasts until the tone is found again.
      if !hasTone || run.upperBound == used {
        opened = (place.start, .tone)
        break
      }
      add(place)
    }
    // Noise as loud as the tone hides where it ends.
    if runs.isEmpty, !hasTone { opened = (frame, .noise) }
    if opened == nil { self.good = (good.fit, frame + count, good.background) }
  }

  /// Returns the first and the last sample of `run` that differ from the tone by a quarter of its amplitude.
  private func edges(of run: Range<Int>, in window: UnsafePointer<Float>, frame: Int, fit: SineFit) -> Break {
    let limit = fit.amplitude * Double(Self.brokenShare).squareRoot()
    func differs(_ n: Int) -> Bool { abs(Double(window[n]) - fit.value(at: frame + n)) > limit }
    var (first, last) = (run.lowerBound * pieceLength, run.upperBound * pieceLength - 1)
    while first < last, !differs(first) { first += 1 }
    while last > first, !differs(last) { last -= 1 }
    return Break(start: frame + first, end: frame + last + 1)
  }

  private func add(_ found: Break) {
    var found = found
    // The last window overlaps the one before it.
    let distance = isAlike ? size : Int(rate * Self.together)
    while let last = breaks.last, breakCount == breaks.count, found.start <= last.end + distance {
      found = Break(start: min(last.start, found.start), end: max(last.end, found.end))
      breaks.removeLast()
      breakCount -= 1
    }
    breakCount += 1
    if breaks.count < Self.maximumBreaks { breaks.append(found) }
  }
}
