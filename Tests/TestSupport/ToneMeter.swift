import Glibc

/// Measures which tone a recording holds, if it holds one. The tone shows whether the pitch is right, and which moment
/// of a station's past is heard.
public struct ToneMeter: Sendable {
  /// The recording's rate, in hertz.
  public let rate: Int
  private let samples: [Float]

  /// Analyses 16-bit samples, little-endian and interleaved; of `channels` it uses only the first.
  public init(_ recording: [UInt8], rate: Int, channels: Int) {
    self.rate = rate
    samples = stride(from: 0, to: recording.count - 2 * channels + 1, by: 2 * channels).map { place in
      Float(Int16(bitPattern: UInt16(recording[place]) | UInt16(recording[place + 1]) << 8)) / 32768
    }
  }

  /// Its length, in seconds.
  public var seconds: Double { Double(samples.count) / Double(rate) }

  /// The tone of each `window` seconds, in order, in hertz; 0 for silence.
  public func tones(window: Double = 0.1) -> [Double] {
    let size = Int(window * Double(rate))
    return stride(from: 0, to: samples.count - size + 1, by: size).map { frequency(in: samples[$0..<$0 + size]) }
  }

  /// Silences of at least `shortest` seconds between the first sound and the last, as (begin, length) in seconds.
  public func gaps(shortest: Double, threshold: Float = 0.003) -> [(begin: Double, length: Double)] {
    var gaps: [(begin: Double, length: Double)] = []
    var lastLoud: Int?
    for (index, sample) in samples.enumerated() where abs(sample) > threshold {
      if let lastLoud, Double(index - lastLoud) / Double(rate) >= shortest {
        gaps.append((Double(lastLoud) / Double(rate), Double(index - lastLoud) / Double(rate)))
      }
      lastLoud = index
    }
    return gaps
  }

  /// The frequency, from the distance between the first and the last upward zero crossing; small noise is not a
  /// crossing.
  private func frequency(in part: ArraySlice<Float>) -> Double {
    let peak = part.reduce(0) { max($0, abs($1)) }
    guard peak > 0.003 else { return 0 }
    var crossings: [Double] = []
    var isLow = false
    for index in part.indices {
      if part[index] < -peak / 4 { isLow = true }
      if isLow, part[index] >= 0 {
        let before = Double(part[part.index(before: index)])
        crossings.append(Double(index) - Double(part[index]) / (Double(part[index]) - before))
        isLow = false
      }
    }
    guard let first = crossings.first, let last = crossings.last, crossings.count > 2 else { return 0 }
    return Double(crossings.count - 1) / (last - first) * Double(rate)
  }
}
