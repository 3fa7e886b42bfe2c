import Glibc

/// Loudness values of any number of blocks in constant memory, for gates and percentiles: in bins of 0.1 LU, each with
/// the sum of its energies. A mean over whole bins is exact; only the bin in which a relative gate lies counts as a whole,
/// by its own mean.
struct LoudnessHistogram: Sendable {
  private struct Bin {
    var count = 0
    var energy = 0.0
    var mean: Double { energy / Double(count) }
  }

  /// The absolute gate in LUFS: no block below it counts (BS.1770-4; EBU Tech 3342).
  private static let absoluteGate = -70.0
  private static let binsPerUnit = 10.0
  /// Up to 30 LUFS; what is louder is in the last bin.
  private static let binCount = 1000

  private var bins = [Bin](repeating: Bin(), count: binCount)
  private var total = Bin()
  /// The highest bin that has a block.
  private var highest = 0

  /// Adds a block with this energy: the weighted sum of the mean squares of its channels.
  mutating func add(energy: Double) {
    let loudness = Loudness.decibels(energy)
    guard loudness >= Self.absoluteGate else { return }
    let bin = Int(min((loudness - Self.absoluteGate) * Self.binsPerUnit, Double(Self.binCount - 1)))
    bins[bin].count += 1
    bins[bin].energy += energy
    total.count += 1
    total.energy += energy
    highest = max(highest, bin)
  }

  /// The loudness in LUFS of the mean of all blocks that are not more than 10 LU below the mean of those above the
  /// absolute gate (BS.1770-4, equation 7); nil when there is none.
  var integrated: Double? {
    guard total.count > 0 else { return nil }
    let gated = gated(by: -10).reduce(into: Bin()) {
      $0.count += $1.count
      $0.energy += $1.energy
    }
    return Loudness.decibels(gated.mean)
  }

  /// The range in LU from the 10th to the 95th percentile of all blocks that are not more than 20 LU below the mean of
  /// those above the absolute gate (EBU Tech 3342); nil when there is none.
  var range: Double? {
    guard total.count > 0 else { return nil }
    let gated = gated(by: -20)
    let count = gated.reduce(0) { $0 + $1.count }
    func percentile(_ part: Double) -> Double {
      // The nearest rank, from 1.
      var rank = max(Int((Double(count) * part).rounded()), 1)
      for bin in gated {
        if rank <= bin.count { return Loudness.decibels(bin.mean) }
        rank -= bin.count
      }
      return Loudness.decibels(total.mean)
    }
    return percentile(0.95) - percentile(0.10)
  }

  /// The bins that have blocks and are not below the relative gate, which lies `decibels` from the mean. The loudest is
  /// always one of them.
  private func gated(by decibels: Double) -> [Bin] {
    let gate = total.mean * pow(10, decibels / 10)
    let first = (Loudness.decibels(gate) - Self.absoluteGate) * Self.binsPerUnit - 1
    return bins[max(0, min(Int(first), highest))...highest].filter { $0.count > 0 && $0.mean >= gate }
  }
}
