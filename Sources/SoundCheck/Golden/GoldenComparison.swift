import AudioCore
import Glibc

/// The differences of sound from a fingerprint.
///
/// A tolerance below 0.8 dB means that the samples are the same: everything stored is compared. From there on the sound
/// may be re-encoded, which moves single levels by some decibels, most in quiet bands: levels of
/// channels are means over a second, and those in third octaves, too, relative to the whole; bands above 14 kHz, which
/// encoders cut, are left out. Of moments, only changes that an encoder does not make count: gaps, bursts and clipping.
package struct GoldenComparison {
  /// What differs.
  package enum Subject: Sendable, Hashable {
    /// The level of a third octave: its edges in hertz.
    case band(low: Double, high: Double)
    /// The level of one channel, from 1.
    case channel(Int)
    /// The level of all in a step of 10 ms.
    case level
    /// The peaks.
    case peak
    /// A quiet moment that is quieter or louder than before.
    case gap
    /// A loud moment that is louder or quieter than before.
    case burst
    /// A click, or one that is missing.
    case click
  }

  /// One difference.
  package struct Difference: Sendable, Hashable {
    /// What differs.
    package var subject: Subject
    /// Its place in the reference, in seconds.
    package var time: Double
    /// How long it lasts, in seconds.
    package var duration: Double
    /// The level of the sound less that of the reference, in decibels.
    package var decibels: Double
    /// By how much it is more than the tolerance, in decibels; 0 or less when it is not.
    var excess: Double
  }

  /// The tolerance from which on the sound may be re-encoded, in decibels.
  static let encodedTolerance = 0.8
  /// The differences that are kept.
  static let maximumDifferences = 100
  /// By how much sound that is not encoded may be longer or shorter, in seconds: as much as it may be shifted.
  private static let maximumShift = 0.051
  /// Half a step of the stored numbers, in decibels.
  private static let rounding = 0.051
  /// What is left of it in a mean, in decibels.
  private static let meanRounding = 0.001

  private let reference: Fingerprint
  private let sound: Fingerprint
  private let tolerance: Double
  private let quietest: Double
  /// The blocks that both have whole.
  private let blocks: Range<Int>

  /// The greatest difference that the tolerance is about, whether it is more or less than that; nil when nothing was
  /// loud enough to be compared.
  package private(set) var maximum: Difference?
  /// The differences that are more than the tolerance, the worst first; at most 100.
  package private(set) var faults: [Difference] = []
  /// The number of differences that are more than the tolerance.
  package private(set) var faultCount = 0
  /// True when both sounds are never as loud as the quietest level that counts, so that nothing was compared.
  package private(set) var isTooQuiet = false
  /// A property of the whole that differs, such as the duration, in words; nil when none does.
  package private(set) var mismatch: String?

  /// Compares `sound`, whose blocks are `offset` frames later than those of `reference`. Levels below `quietest` dBFS in
  /// both do not count.
  package init(of sound: Fingerprint, with reference: Fingerprint, offset: Int, tolerance: Double, quietest: Double) {
    (self.sound, self.reference) = (sound, reference)
    (self.tolerance, self.quietest) = (tolerance, quietest)
    // A shift leaves the first or the last block without some of its sound, and the last one is padded: alike where the
    // sound has the same length. Encoders change both ends.
    let common = min(sound.blocks.count, reference.blocks.count)
    let isWhole =
      tolerance < Self.encodedTolerance && offset == 0 && sound.frames == reference.frames
      && sound.sampleRate == reference.sampleRate
    var range = (offset < 0 ? 1 : 0)..<(isWhole ? common : max(common - 1, 1))
    if range.isEmpty || common <= 2 { range = 0..<common }
    blocks = range
    mismatch = findMismatch()
    isTooQuiet = ![sound, reference].contains { fingerprint in
      fingerprint.blocks[blocks].contains { $0.envelope.contains { Fingerprint.decibels($0) > quietest } }
    }
    guard mismatch == nil else { return }
    if tolerance < Self.encodedTolerance { compareAll() } else { compareEncoded() }
    faults.sort { $0.excess > $1.excess }
  }

  private var isEncoded: Bool { tolerance >= Self.encodedTolerance }

  private func findMismatch() -> String? {
    if sound.channels != reference.channels {
      return "\(NumberText.count(sound.channels, "channel")) (\(reference.channels))"
    }
    if !isEncoded, sound.sampleRate != reference.sampleRate {
      return "sample rate \(sound.sampleRate) Hz (\(reference.sampleRate))"
    }
    // Encoders pad the last block.
    let difference = sound.seconds - reference.seconds
    guard abs(difference) <= (isEncoded ? 0.1 : Self.maximumShift) else {
      let (text, whole) = (
        NumberText.signed(abs(difference), decimals: 2), NumberText.plain(reference.seconds, decimals: 2)
      )
      return "\(text) s \(difference < 0 ? "shorter" : "longer") than \(whole) s"
    }
    return nil
  }

  private mutating func record(
    _ subject: Subject, block: Int, step: Int? = nil, blocks count: Int = 1, decibels: Double, tolerance: Double,
    isMain: Bool = true
  ) {
    let time = (Double(block) + Double(step ?? 0) / 10) / 10
    let duration = step == nil ? Double(count) / 10 : 0.01
    let excess = abs(decibels) - tolerance - (isEncoded ? Self.meanRounding : Self.rounding)
    let difference = Difference(subject: subject, time: time, duration: duration, decibels: decibels, excess: excess)
    if isMain, abs(decibels) > abs(maximum?.decibels ?? -1) || maximum == nil { maximum = difference }
    guard !(excess <= 0) else { return }
    faultCount += 1
    if faults.count < Self.maximumDifferences {
      faults.append(difference)
    } else if let least = faults.indices.min(by: { faults[$0].excess < faults[$1].excess }),
      faults[least].excess < excess
    {
      faults[least] = difference
    }
  }

  private static func band(_ index: Int) -> Subject {
    .band(low: Fingerprint.edge(index), high: Fingerprint.edge(index + 1))
  }

  // MARK: - The same samples

  /// Levels this far below the loudest band of a block are the skirts of the window.
  private static let skirts = 50.0
  /// The same in the first and the last block, where sound that begins or ends at once spreads over all bands.
  private static let edgeSkirts = 20.0

  private mutating func compareAll() {
    let bands = min(sound.blocks.first?.bands.count ?? 0, reference.blocks.first?.bands.count ?? 0)
    for index in blocks {
      let (one, other) = (sound.blocks[index], reference.blocks[index])
      let loudest = other.bands.min().map(Fingerprint.decibels) ?? Level.floor
      let isEdge = index == 0 || index == reference.blocks.count - 1
      for band in 0..<bands {
        compare(
          one.bands[band], other.bands[band], Self.band(band), block: index,
          floor: max(quietest, loudest - (isEdge ? Self.edgeSkirts : Self.skirts)))
      }
      for step in 0..<Fingerprint.steps {
        compare(one.envelope[step], other.envelope[step], .level, block: index, step: step, floor: quietest)
      }
      for channel in 0..<sound.channels {
        compare(one.channels[channel], other.channels[channel], .channel(channel + 1), block: index, floor: quietest)
      }
      for moment in Fingerprint.Moment.allCases { compare(moment, block: index) }
    }
  }

  private mutating func compare(
    _ one: Int16, _ other: Int16, _ subject: Subject, block: Int, step: Int? = nil, floor: Double
  ) {
    let difference = max(Fingerprint.decibels(one), floor) - max(Fingerprint.decibels(other), floor)
    record(subject, block: block, step: step, decibels: difference, tolerance: tolerance)
  }

  private mutating func compare(_ moment: Fingerprint.Moment, block: Int) {
    let difference = difference(of: moment, block: block, floor: quietest)
    record(moment.subject, block: block, decibels: difference, tolerance: tolerance)
  }

  /// Returns the difference of a moment in a block with the one before, or with the one after, whichever is smaller: a
  /// shift of one frame may move a moment over the end of its block, but not over both ends.
  private func difference(of moment: Fingerprint.Moment, block: Int, floor: Double) -> Double {
    let last = min(sound.blocks.count, reference.blocks.count) - 1
    return Self.smallerDifference(at: block, last: last) { pair in
      func level(_ blocks: ArraySlice<Fingerprint.Block>) -> Double {
        let levels = blocks.map { max($0[moment], floor) }
        return (moment.isQuietest ? levels.min() : levels.max()) ?? floor
      }
      return level(sound.blocks[pair]) - level(reference.blocks[pair])
    }
  }

  /// Returns the difference of a place with the one before, or with the one after, whichever is smaller; 0 where the two
  /// have different signs. The places are 0…`last`.
  private static func smallerDifference(at place: Int, last: Int, of pair: (ClosedRange<Int>) -> Double) -> Double {
    let (before, after) = (pair(max(0, place - 1)...place), pair(place...min(place + 1, last)))
    guard before * after > 0 else { return 0 }
    return abs(before) < abs(after) ? before : after
  }

  // MARK: - Re-encoded

  /// Blocks of a mean.
  private static let meanBlocks = 10
  /// Bands this far below the loudest one have as much noise of the encoder as sound.
  private static let encoderRange = 25.0
  /// The bands up to 12.5 kHz.
  private static let encodedBands = 25
  /// What an encoder adds to the difference of 10 ms, of 5 ms, and of the quietest 5 ms, in decibels.
  private static let (stepAllowance, burstAllowance, gapAllowance) = (2.0, 1.5, 6.0)

  private mutating func compareEncoded() {
    let inner = blocks.count > 2 ? blocks.dropFirst(blocks.lowerBound == 0 ? 1 : 0) : blocks[...]
    compareMeans(in: inner.startIndex..<inner.endIndex)
    for index in inner {
      compareSteps(block: index)
      compareNoise(block: index)
      let gap = difference(of: .longQuietest, block: index, floor: Level.floor)
      let wasQuiet = reference.blocks[index][.longQuietest] < quietest
      if gap < 0, !wasQuiet {
        record(.gap, block: index, decibels: gap, tolerance: tolerance + Self.gapAllowance, isMain: false)
      }
      let burst = difference(of: .longLoudest, block: index, floor: quietest)
      if burst > 0 {
        record(.burst, block: index, decibels: burst, tolerance: tolerance + Self.burstAllowance, isMain: false)
      }
    }
    comparePeaks(in: inner.startIndex..<inner.endIndex)
  }

  private mutating func compareMeans(in blocks: Range<Int>) {
    let count = min(Self.meanBlocks, blocks.count)
    guard count > 0 else { return }
    let bands = min(
      Self.encodedBands, sound.blocks[0].bands.count, reference.blocks[0].bands.count)
    func mean(_ blocks: ArraySlice<Fingerprint.Block>, _ value: (Fingerprint.Block) -> Int16) -> Double {
      Level.decibels(
        ofPower: blocks.reduce(0) { $0 + Level.power(ofDecibels: Fingerprint.decibels(value($1))) } / Double(count))
    }
    for start in blocks.lowerBound...(blocks.upperBound - count) {
      let (one, other) = (sound.blocks[start..<start + count], reference.blocks[start..<start + count])
      let levels = (0..<bands).map { band in mean(other) { $0.bands[band] } }
      let loudest = levels.max() ?? Level.floor
      let found = (0..<bands).map { band in mean(one) { $0.bands[band] } }
      let whole = Self.sum(found) - Self.sum(levels)
      for band in 0..<bands where levels[band] >= max(quietest, loudest - Self.encoderRange) {
        let difference = Self.difference(found.map { $0 - whole }, levels, band: band)
        record(Self.band(band), block: start, blocks: count, decibels: difference, tolerance: tolerance)
      }
      for channel in 0..<sound.channels {
        let (level, before) = (mean(one) { $0.channels[channel] }, mean(other) { $0.channels[channel] })
        guard max(level, before) >= quietest else { continue }
        record(
          .channel(channel + 1), block: start, blocks: count, decibels: max(level, quietest) - max(before, quietest),
          tolerance: tolerance)
      }
    }
  }

  /// Bands this far below the loudest one of a block may gain noise of an encoder, in decibels…
  private static let noiseRange = 25.0
  /// … and those above it this much, over the tolerance.
  private static let noiseAllowance = 7.0

  /// Looks for bands that are louder in a block than in it and its neighbours before.
  private mutating func compareNoise(block: Int) {
    let near = reference.blocks[max(0, block - 1)...min(block + 1, reference.blocks.count - 1)]
    let loudest = near.flatMap(\.bands).min().map(Fingerprint.decibels) ?? Level.floor
    let floor = max(quietest, loudest - Self.noiseRange)
    for band in 0..<min(Self.encodedBands, sound.blocks[block].bands.count, reference.blocks[block].bands.count) {
      let before = near.map { Fingerprint.decibels($0.bands[band]) }.max() ?? floor
      let rise = Fingerprint.decibels(sound.blocks[block].bands[band]) - max(before, floor)
      guard rise > 0 else { continue }
      record(Self.band(band), block: block, decibels: rise, tolerance: tolerance + Self.noiseAllowance, isMain: false)
    }
  }

  /// Returns the difference of a band with the next lower one, or with the next higher one, whichever is smaller: a tone
  /// at an edge is in both bands, in parts that depend on the sample rate.
  private static func difference(_ one: [Double], _ other: [Double], band: Int) -> Double {
    smallerDifference(at: band, last: other.count - 1) { sum(one[$0]) - sum(other[$0]) }
  }

  /// Steps this far below the mean of their block are left out.
  private static let stepRange = 10.0

  private mutating func compareSteps(block: Int) {
    let (one, other) = (sound.blocks[block].envelope, reference.blocks[block].envelope)
    let levels = other.map(Fingerprint.decibels)
    let mean = Self.sum(levels, dividedBy: levels.count)
    for step in levels.indices where levels[step] >= max(quietest, mean - Self.stepRange) {
      record(
        .level, block: block, step: step, decibels: Fingerprint.decibels(one[step]) - levels[step],
        tolerance: tolerance + Self.stepAllowance, isMain: false)
    }
  }

  /// What an encoder takes from the highest peaks, in decibels.
  private static let peakAllowance = 0.5
  /// The blocks whose highest peak is compared: 10 s.
  private static let peakBlocks = 100

  /// Compares the highest peaks, relative to their levels: clipping lowers them.
  private mutating func comparePeaks(in blocks: Range<Int>) {
    func level(_ blocks: ArraySlice<Fingerprint.Block>) -> Double {
      Self.sum(blocks.flatMap(\.envelope).map(Fingerprint.decibels))
    }
    for start in stride(from: blocks.lowerBound, to: blocks.upperBound, by: Self.peakBlocks) {
      let range = start..<min(start + Self.peakBlocks, blocks.upperBound)
      let (one, other) = (sound.blocks[range], reference.blocks[range])
      let highest = other.indices.max { other[$0][.peak] < other[$1][.peak] } ?? start
      guard other[highest][.peak] >= quietest else { continue }
      let peak = one.map { $0[.peak] }.max() ?? Level.floor
      let change = peak - other[highest][.peak] - (level(one) - level(other))
      guard change < 0 else { continue }
      record(
        .peak, block: highest, decibels: change, tolerance: tolerance + Self.peakAllowance, isMain: false)
    }
  }

  /// Returns the level of the sum of powers, or of a part of it.
  private static func sum(_ levels: some Sequence<Double>, dividedBy count: Int = 1) -> Double {
    Level.decibels(ofPower: levels.reduce(0) { $0 + Level.power(ofDecibels: $1) } / Double(count))
  }
}

extension Fingerprint.Moment {
  fileprivate var isQuietest: Bool { self == .quietest || self == .longQuietest }

  fileprivate var subject: GoldenComparison.Subject {
    switch self {
    case .peak: .peak
    case .loudest, .longLoudest: .burst
    case .quietest, .longQuietest: .gap
    case .click: .click
    }
  }
}
