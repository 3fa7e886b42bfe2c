/// Sums weighted bins into band powers.
struct BandPower {
  private let shares: [BandLayout.Share]
  /// The factor for each bin's |X|².
  private let gains: FloatStorage

  /// Creates sums for the bands of `layout`; `gains[k]` converts bin k of a `PowerSpectrum` to power.
  init(layout: BandLayout, gains: [Float]) {
    shares = layout.shares
    self.gains = FloatStorage(count: gains.count)
    for k in gains.indices { self.gains.buffer[k] = gains[k] }
  }

  /// Writes each band's power to `powers`. `bins` are |X[k]|² times `PowerSpectrum.scale`.
  func sum(_ bins: UnsafePointer<Float>, into powers: UnsafeMutablePointer<Float>) {
    guard let gains = gains.buffer.baseAddress else { return }
    shares.withUnsafeBufferPointer { shares in
      for band in shares.indices {
        let share = shares[band]
        let (first, last) = (Int(share.first), Int(share.last))
        var k = first &+ 1
        var lanes = SIMD4<Float>()
        while k &+ 4 <= last {
          lanes += Vector.load4(bins + k) * Vector.load4(gains + k)
          k &+= 4
        }
        var power = (lanes.x + lanes.y) + (lanes.z + lanes.w)
        while k < last {
          power += bins[k] * gains[k]
          k &+= 1
        }
        power += bins[first] * gains[first] * share.firstShare
        powers[band] = power + bins[last] * gains[last] * share.lastShare
      }
    }
  }
}
