/// The first pass over a window of sound. It separates the channels (or computes their mean), replaces values that are
/// not sound by 0, multiplies by the window, and computes each row's greatest square and sum of squares.
struct WindowPass {
  /// The magnitude of a row's samples before the window is applied.
  struct Extent {
    /// Greatest x².
    var maximumSquare: Float = 0
    /// Σx².
    var sumOfSquares: Double = 0
  }

  /// Number of samples summed in single precision before the sum is added to a `Double`; it divides every window
  /// length.
  private static let chunk = 256
  private static let maximumSquare = SpectrumConstants.maximumSample * SpectrumConstants.maximumSample

  private let size: Int
  private let channels: Int
  private let window: FloatStorage
  /// The samples of one row; used only for sound that is neither mono nor stereo, and for the mean of channels.
  private let scratch: FloatStorage

  /// Creates a pass for windows of `size` frames with `channels` channels.
  init(size: Int, channels: Int) {
    precondition(size % Self.chunk == 0 && channels > 0, "not a window: \(size) × \(channels)")
    self.size = size
    self.channels = channels
    window = FloatStorage(count: size)
    HannWindow.fill(window.buffer)
    scratch = FloatStorage(count: size)
  }

  /// Applies the window to channel `row` of `samples` (`size × channels`, interleaved) and writes the result to
  /// `output`.
  func channel(_ row: Int, of samples: UnsafePointer<Float>, into output: UnsafeMutablePointer<Float>) -> Extent {
    guard channels > 1, let planar = scratch.buffer.baseAddress else { return plain(samples, into: output) }
    for n in 0..<size { planar[n] = samples[n &* channels &+ row] }
    return plain(planar, into: output)
  }

  /// Applies the window to the mean of all channels of `samples` and writes the result to `output`.
  func mean(of samples: UnsafePointer<Float>, into output: UnsafeMutablePointer<Float>) -> Extent {
    guard channels > 1, let planar = scratch.buffer.baseAddress else { return plain(samples, into: output) }
    if channels == 2 {
      for n in stride(from: 0, to: size, by: 4) {
        let frames = Self.clean(Vector.load8(samples + 2 &* n))
        Vector.store4((frames.evenHalf + frames.oddHalf) * 0.5, planar + n)
      }
      return plain(planar, into: output)
    }
    let part = 1 / Float(channels)
    for n in 0..<size {
      var sum: Float = 0
      for channel in 0..<channels {
        let sample = samples[n &* channels &+ channel]
        sum += sample.magnitude <= SpectrumConstants.maximumSample ? sample : 0
      }
      planar[n] = sum * part
    }
    return plain(planar, into: output)
  }

  /// Applies the window to both channels of stereo `samples` at once.
  func stereo(
    _ samples: UnsafePointer<Float>, into left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>
  ) -> (Extent, Extent) {
    var extents = (Extent(), Extent())
    guard let window = window.buffer.baseAddress else { return extents }
    var (leftGreatest, rightGreatest) = (SIMD4<Float>(), SIMD4<Float>())
    var start = 0
    while start < size {
      var (leftSum, rightSum) = (SIMD4<Float>(), SIMD4<Float>())
      var n = start
      while n < start &+ Self.chunk {
        let frames = Vector.load8(samples + 2 &* n)
        let weights = Vector.load4(window + n)
        let l = Self.step(frames.evenHalf, sum: &leftSum, greatest: &leftGreatest)
        let r = Self.step(frames.oddHalf, sum: &rightSum, greatest: &rightGreatest)
        Vector.store4(l * weights, left + n)
        Vector.store4(r * weights, right + n)
        n &+= 4
      }
      extents.0.sumOfSquares += Vector.sum(leftSum)
      extents.1.sumOfSquares += Vector.sum(rightSum)
      start &+= Self.chunk
    }
    extents.0.maximumSquare = Vector.greatest(leftGreatest)
    extents.1.maximumSquare = Vector.greatest(rightGreatest)
    return extents
  }

  /// Applies the window to consecutive samples.
  private func plain(_ samples: UnsafePointer<Float>, into output: UnsafeMutablePointer<Float>) -> Extent {
    var extent = Extent()
    guard let window = window.buffer.baseAddress else { return extent }
    var greatest = SIMD4<Float>()
    var start = 0
    while start < size {
      var sum = SIMD4<Float>()
      var n = start
      while n < start &+ Self.chunk {
        let x = Self.step(Vector.load4(samples + n), sum: &sum, greatest: &greatest)
        Vector.store4(x * Vector.load4(window + n), output + n)
        n &+= 4
      }
      extent.sumOfSquares += Vector.sum(sum)
      start &+= Self.chunk
    }
    extent.maximumSquare = Vector.greatest(greatest)
    return extent
  }

  /// Returns the samples with 0 in place of values that are not sound. The comparison also fails for NaN.
  @inline(__always)
  private static func clean(_ x: SIMD8<Float>) -> SIMD8<Float> {
    SIMD8<Float>().replacing(with: x, where: x * x .<= maximumSquare)
  }

  /// Cleans four samples of one row, adds them to `sum` and updates `greatest`. The comparison also fails for NaN.
  @inline(__always)
  private static func step(
    _ x: SIMD4<Float>, sum: inout SIMD4<Float>, greatest: inout SIMD4<Float>
  ) -> SIMD4<Float> {
    let squares = x * x
    let sound = squares .<= maximumSquare
    let kept = SIMD4<Float>().replacing(with: squares, where: sound)
    sum += kept
    greatest.replace(with: kept, where: kept .> greatest)
    return SIMD4<Float>().replacing(with: x, where: sound)
  }
}
