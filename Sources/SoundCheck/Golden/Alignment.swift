import Glibc

/// Finds by how much sound is shifted against a fingerprint: the shift, within ± 50 ms, with which their envelopes
/// differ least.
enum Alignment {
  /// The greatest shift, in seconds.
  static let maximumShift = 0.05
  /// The steps of the envelope that are compared at most: 10 s.
  private static let maximumSteps = 1000
  /// The fewest steps with sound that say where the sound is.
  private static let minimumSteps = 5
  /// Steps quieter than this say nothing, in dBFS.
  private static let quiet = -70.0
  /// A greater difference counts as this one, in decibels: a fault must not move the sound.
  private static let maximumDifference = 6.0
  /// Differences up to this one are of rounding the stored levels, in decibels.
  private static let rounding = 0.11
  /// The same of the mean of many.
  private static let indifference = 0.004
  /// Shifts of the first search, in parts of a second.
  private static let coarseSteps = 4000

  /// Returns the shift in frames; positive when the sound is late. `energy` has the running sums of the sound's
  /// squares, whose first entry belongs to the frame `first`.
  static func offset(of energy: [Double], first: Int, sampleRate: Int, against reference: Fingerprint) -> Int {
    let levels = reference.blocks.prefix(maximumSteps / Fingerprint.steps).flatMap(\.envelope).map(Fingerprint.decibels)
    let steps = levels.indices.filter { levels[$0] > quiet }
    guard steps.count >= minimumSteps else { return 0 }
    func differences(_ offset: Int) -> [Double]? {
      var differences: [Double] = []
      differences.reserveCapacity(steps.count)
      for step in steps {
        let block = step / Fingerprint.steps
        let from = offset + block * sampleRate / Fingerprint.blocksPerSecond
        let to = offset + (block + 1) * sampleRate / Fingerprint.blocksPerSecond
        let part = step % Fingerprint.steps
        let a = from + part * (to - from) / Fingerprint.steps - first
        let b = from + (part + 1) * (to - from) / Fingerprint.steps - first
        guard a >= 0, b < energy.count else { continue }
        let level = Level.rms(ofMeanSquare: (energy[b] - energy[a]) / Double(b - a))
        differences.append(level - levels[step])
      }
      guard differences.count * 2 >= steps.count else { return nil }
      // Another gain is not a shift.
      let middle = differences.sorted()[differences.count / 2]
      return differences.map { min(abs($0 - middle), maximumDifference) }
    }
    func cost(_ offset: Int) -> Double {
      differences(offset).map { $0.reduce(0, +) / Double($0.count) } ?? .infinity
    }
    // Where nine of ten steps are the same the sound is in place, and the others are faults: a shift would hide them.
    if let here = differences(0)?.sorted(), here[(here.count - 1) * 9 / 10] <= rounding { return 0 }
    let maximum = Int(maximumShift * Double(sampleRate))
    let coarse = max(1, sampleRate / coarseSteps)
    var best = (offset: 0, cost: cost(0))
    // From the middle outwards: of equal costs the smallest shift wins.
    func search(_ shifts: some Sequence<Int>, around center: Int) {
      for offset in shifts.lazy.flatMap({ [center + $0, center - $0] }) where abs(offset) <= maximum {
        let value = cost(offset)
        if value < best.cost - 1e-9 { best = (offset, value) }
      }
    }
    search(stride(from: coarse, through: maximum, by: coarse), around: 0)
    search(1...coarse, around: best.offset)
    // Sound without a course, such as a steady tone, lies anywhere equally well: it is taken as it is.
    return cost(0) <= best.cost + indifference ? 0 : best.offset
  }
}
