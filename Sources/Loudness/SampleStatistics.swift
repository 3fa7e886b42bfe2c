/// Peak, mean, mean square and samples at full scale of each channel, over all samples that were added. Memory does not
/// grow with their number, and the numbers do not depend on how the sound is divided into blocks.
///
/// Samples must be finite: the caller replaces NaN and infinity with 0. One NaN makes mean and mean square NaN for ever.
public struct SampleStatistics: Sendable {
  /// The measures of one channel.
  public struct Channel: Sendable, Hashable {
    /// The greatest magnitude; 0 before the first sample. 1 is full scale.
    public internal(set) var peak: Float = 0
    /// The first frame that has the magnitude `peak`, from 0.
    public internal(set) var peakFrame = 0
    /// The mean of all samples, which is the DC offset; 0 before the first sample.
    public internal(set) var mean = 0.0
    /// The mean of the squares of all samples; a full-scale sine has 0.5. 0 before the first sample.
    public internal(set) var meanSquare = 0.0
    /// The number of samples at full scale: of magnitude ``SampleStatistics/fullScaleMagnitude`` or more.
    public internal(set) var fullScale = 0
    /// The length of the longest run of samples at full scale, in frames.
    public internal(set) var longestFullScale = 0
    /// The frame at which the first of the longest runs begins; 0 when there is none.
    public internal(set) var longestFullScaleFrame = 0

    /// The length of the run that the last frame is in.
    fileprivate var run = 0
  }

  /// The smallest magnitude that counts as full scale: the greatest positive sample of 16 bits.
  public static let fullScaleMagnitude: Float = 32767 / 32768

  /// The number of frames that were added.
  public private(set) var frames = 0

  private typealias Samples = SIMD8<Float>
  private typealias Sums = SIMD8<Double>

  /// Frames of a chunk, which begins at a multiple of them in the whole sound. Only a chunk with a new peak or a sample at
  /// full scale is read a second time.
  private static let chunkFrames = 256

  private let measuresSquares: Bool
  private var measures: [Channel]
  /// Sums of samples and squares by lanes. The sample with the index i of the whole sound, channels interleaved, is in
  /// the lane i mod 8·`sums.count`, so that a lane has samples of one channel in an order that no block border changes.
  private var sums: [Sums]
  private var squares: [Sums]
  /// The same of the present chunk, in single precision, which is twice as fast: at most 256 samples a
  /// lane.
  private var chunkSums: [Samples]
  private var chunkSquares: [Samples]
  /// The greatest magnitude of each channel in one chunk.
  private var chunkPeaks: [Float]

  /// Statistics of no samples yet. A number of channels below 1 counts as 1. Without `measuresSquares`, mean squares are
  /// 0, and the cost is two thirds.
  public init(channels: Int, measuresSquares: Bool = true) {
    self.measuresSquares = measuresSquares
    let channels = max(channels, 1)
    measures = [Channel](repeating: Channel(), count: channels)
    // The shortest whole number of vectors that is a whole number of frames.
    let vectors = channels >> min(channels.trailingZeroBitCount, Samples.scalarCount.trailingZeroBitCount)
    sums = [Sums](repeating: .zero, count: vectors)
    squares = sums
    chunkSums = [Samples](repeating: .zero, count: vectors)
    chunkSquares = chunkSums
    chunkPeaks = [Float](repeating: 0, count: channels)
  }

  /// The measures of each channel so far.
  public var channels: [Channel] {
    guard frames > 0 else { return measures }
    var result = measures
    for channel in result.indices { (result[channel].mean, result[channel].meanSquare) = (0, 0) }
    for vector in sums.indices {
      for lane in 0..<Samples.scalarCount {
        let channel = (vector * Samples.scalarCount + lane) % result.count
        result[channel].mean += sums[vector][lane] + Double(chunkSums[vector][lane])
        result[channel].meanSquare += squares[vector][lane] + Double(chunkSquares[vector][lane])
      }
    }
    for channel in result.indices {
      result[channel].mean /= Double(frames)
      result[channel].meanSquare /= Double(frames)
    }
    return result
  }

  /// Adds whole frames of interleaved samples; an incomplete frame at the end is left out.
  public mutating func add(_ samples: UnsafeBufferPointer<Float>) {
    let channels = measures.count
    let total = samples.count / channels
    var first = 0
    while first < total {
      let count = min(Self.chunkFrames - frames % Self.chunkFrames, total - first)
      let chunk = UnsafeBufferPointer(rebasing: samples[first * channels..<(first + count) * channels])
      addToLanes(chunk)
      if (frames + count) % Self.chunkFrames == 0 { addUpChunk() }
      for channel in 0..<channels { inspect(chunk, channel: channel) }
      frames += count
      first += count
    }
  }

  /// Adds a chunk to the sums, and finds the peaks of its channels.
  private mutating func addToLanes(_ chunk: UnsafeBufferPointer<Float>) {
    let width = Samples.scalarCount
    let period = sums.count * width
    let start = frames * measures.count % period
    for channel in chunkPeaks.indices { chunkPeaks[channel] = 0 }
    let head = min((period - start) % period, chunk.count)
    for index in 0..<head { addOne(chunk[index], index: index, lane: start + index) }
    let periods = (chunk.count - head) / period
    let end = head + periods * period
    if periods > 0, let base = chunk.baseAddress {
      for vector in sums.indices {
        addVectors(UnsafeRawPointer(base + head + vector * width), count: periods, to: vector, firstIndex: head)
      }
    }
    for index in end..<chunk.count { addOne(chunk[index], index: index, lane: index - end) }
  }

  /// Adds the sums of a whole chunk to those of all samples.
  private mutating func addUpChunk() {
    for vector in sums.indices {
      sums[vector] += Sums(chunkSums[vector])
      squares[vector] += Sums(chunkSquares[vector])
      (chunkSums[vector], chunkSquares[vector]) = (.zero, .zero)
    }
  }

  /// Adds one vector of each period to the lanes of `vector`.
  private mutating func addVectors(_ start: UnsafeRawPointer, count: Int, to vector: Int, firstIndex: Int) {
    let stride = sums.count * MemoryLayout<Samples>.size
    let measuresSquares = measuresSquares
    var (sum, square, high, low) = (chunkSums[vector], chunkSquares[vector], Samples.zero, Samples.zero)
    for index in 0..<count {
      let samples = start.loadUnaligned(fromByteOffset: index * stride, as: Samples.self)
      high.replace(with: samples, where: samples .> high)
      low.replace(with: samples, where: samples .< low)
      sum += samples
      if measuresSquares { square += samples * samples }
    }
    chunkSums[vector] = sum
    chunkSquares[vector] = square
    for lane in 0..<Samples.scalarCount {
      let channel = (firstIndex + vector * Samples.scalarCount + lane) % measures.count
      chunkPeaks[channel] = max(chunkPeaks[channel], high[lane], -low[lane])
    }
  }

  private mutating func addOne(_ sample: Float, index: Int, lane: Int) {
    let (vector, place) = lane.quotientAndRemainder(dividingBy: Samples.scalarCount)
    chunkSums[vector][place] += sample
    if measuresSquares { chunkSquares[vector][place] += sample * sample }
    let channel = index % measures.count
    chunkPeaks[channel] = max(chunkPeaks[channel], abs(sample))
  }

  /// Finds where the peak of a chunk is, and its samples at full scale.
  private mutating func inspect(_ chunk: UnsafeBufferPointer<Float>, channel: Int) {
    let peak = chunkPeaks[channel]
    if peak > measures[channel].peak {
      measures[channel].peak = peak
      var index = channel
      while abs(chunk[index]) != peak { index += measures.count }
      measures[channel].peakFrame = frames + index / measures.count
    }
    guard peak >= Self.fullScaleMagnitude else {
      measures[channel].run = 0
      return
    }
    var measure = measures[channel]
    for frame in 0..<chunk.count / measures.count {
      guard abs(chunk[frame * measures.count + channel]) >= Self.fullScaleMagnitude else {
        measure.run = 0
        continue
      }
      measure.fullScale += 1
      measure.run += 1
      if measure.run > measure.longestFullScale {
        measure.longestFullScale = measure.run
        measure.longestFullScaleFrame = frames + frame + 1 - measure.run
      }
    }
    measures[channel] = measure
  }
}
