import Glibc

/// The frequencies of the bands, and the share of each transform bin in each band.
public struct BandLayout: Sendable, Hashable {
  /// The frequencies of one band, in hertz.
  public struct Band: Sendable, Hashable {
    /// Lower edge.
    public let low: Double
    /// Geometric mean of the edges.
    public let center: Double
    /// Upper edge: the next band's `low`.
    public let high: Double
  }

  /// The bins of one band. All of `first…last` count fully, except `first` with `firstShare` and `last` with
  /// `lastShare`. A band within one bin has `last == first` and `lastShare` 0; a band outside the spectrum has both
  /// shares 0.
  package struct Share: Sendable, Hashable {
    /// First bin, 0…N/2.
    package let first: Int32
    /// Last bin, `first`…N/2.
    package let last: Int32
    /// Share of the first bin's width that lies inside the band, 0…1.
    package let firstShare: Float
    /// Share of the last bin's width that lies inside the band, 0…1.
    package let lastShare: Float
  }

  /// The bands, lowest first, with equal ratios of their edges.
  public let bands: [Band]
  /// The bins of each band.
  package let shares: [Share]

  /// Creates the bands for `options` in a stream of `sampleRate` hertz.
  ///
  /// `high` is lowered to half the sample rate if it lies above. If `low` also lies above, no band is inside the
  /// spectrum: the edges stay as requested, and every level will be the floor.
  public init(options: SpectrumOptions, sampleRate: Int) {
    let half = Double(sampleRate) / 2
    let high = options.low < half ? min(options.high, half) : options.high
    let ratio = high / options.low
    let edges = (0...options.bands).map { j in
      j == options.bands ? high : options.low * pow(ratio, Double(j) / Double(options.bands))
    }
    let binWidth = Double(sampleRate) / Double(options.fftSize)
    let lastBin = options.fftSize / 2
    bands = (0..<options.bands).map { j in
      Band(low: edges[j], center: (edges[j] * edges[j + 1]).squareRoot(), high: edges[j + 1])
    }
    shares = (0..<options.bands).map { j in
      Self.share(from: edges[j] / binWidth, to: edges[j + 1] / binWidth, lastBin: lastBin)
    }
  }

  /// Returns the bins between two frequencies given in bin widths; bin k extends from k − ½ to k + ½.
  private static func share(from low: Double, to high: Double, lastBin: Int) -> Share {
    let end = Double(lastBin) + 0.5
    guard low < end, high > low else { return Share(first: 0, last: 0, firstShare: 0, lastShare: 0) }
    let top = min(high, end)
    let first = Int((low + 0.5).rounded(.down))
    let last = max(first, min(lastBin, Int((top - 0.5).rounded(.up))))
    if first == last {
      return Share(first: Int32(first), last: Int32(first), firstShare: Float(top - low), lastShare: 0)
    }
    return Share(
      first: Int32(first), last: Int32(last), firstShare: Float(Double(first) + 0.5 - low),
      lastShare: Float(top - (Double(last) - 0.5)))
  }
}
