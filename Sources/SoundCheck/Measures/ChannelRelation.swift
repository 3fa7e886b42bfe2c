/// Compares the first channel with each of the others: their product, and their difference.
struct ChannelRelation: Sendable {
  private let channels: Int
  private var squares: [Double]
  private var products: [Double]
  private var differences: [Double]

  /// Creates sums for sound of `channels` channels.
  init(channels: Int) {
    self.channels = channels
    squares = [Double](repeating: 0, count: channels)
    products = squares
    differences = squares
  }

  /// Takes whole frames of interleaved samples.
  mutating func feed(_ samples: UnsafeBufferPointer<Float>) {
    guard channels > 1, let base = samples.baseAddress else { return }
    if channels == 2 { return feedStereo(base, frames: samples.count / 2) }
    for frame in 0..<samples.count / channels {
      let first = Double(base[frame * channels])
      squares[0] += first * first
      for channel in 1..<channels {
        let other = Double(base[frame * channels + channel])
        squares[channel] += other * other
        products[channel] += first * other
        differences[channel] += (first - other) * (first - other)
      }
    }
  }

  private mutating func feedStereo(_ base: UnsafePointer<Float>, frames: Int) {
    var n = 0
    let chunk = 256
    while n < frames {
      let end = min(n + chunk, frames)
      var (left, right, product, difference) = (SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>())
      while n &+ 4 <= end {
        let x = UnsafeRawPointer(base + 2 &* n).loadUnaligned(as: SIMD8<Float>.self)
        let (l, r) = (x.evenHalf, x.oddHalf)
        left += l * l
        right += r * r
        product += l * r
        difference += (l - r) * (l - r)
        n &+= 4
      }
      while n < end {
        let (l, r) = (base[2 &* n], base[2 &* n &+ 1])
        left.x += l * l
        right.x += r * r
        product.x += l * r
        difference.x += (l - r) * (l - r)
        n &+= 1
      }
      squares[0] += Double(left.sum())
      squares[1] += Double(right.sum())
      products[1] += Double(product.sum())
      differences[1] += Double(difference.sum())
    }
  }

  /// The correlation of the first channel with `channel`, −1…1; 0 when one of them is silent.
  func correlation(with channel: Int) -> Double {
    let power = (squares[0] * squares[channel]).squareRoot()
    return power > 0 ? max(-1, min(1, products[channel] / power)) : 0
  }

  /// The level of the difference of the first channel and `channel`, relative to the louder of them, in decibels.
  func difference(from channel: Int) -> Double {
    let loudest = max(squares[0], squares[channel])
    return loudest > 0 ? Level.decibels(ofPower: differences[channel] / loudest) : Level.floor
  }
}
