import Glibc

/// Damages a byte stream: flips bits, loses bytes and sends bytes twice, at given rates and from a seed. The same seed
/// damages the same bytes in the same way, however the stream is cut into pieces.
public struct ByteDamage: Sendable {
  /// Mean numbers of faults per byte of the stream, 0…1.
  public struct Rates: Sendable, Equatable {
    /// Flipped bits, per *bit*: 1e-5 is one in 12 500 bytes.
    public var flippedBits = 0.0
    /// Losses, each of up to ``longest`` bytes in a row, per byte.
    public var losses = 0.0
    /// Duplicates, each of up to ``longest`` bytes in a row, per byte.
    public var duplicates = 0.0
    /// The most bytes that one loss or duplicate covers.
    public var longest = 1

    /// No damage, or damage at these rates.
    public init(flippedBits: Double = 0, losses: Double = 0, duplicates: Double = 0, longest: Int = 1) {
      self.flippedBits = flippedBits
      self.losses = losses
      self.duplicates = duplicates
      self.longest = longest
    }
  }

  private enum Kind { case flip, loss, duplicate }

  private let rates: Rates
  private var random: SeededRandom
  /// Where the next fault is, in bytes from here on; nil when there are no faults.
  private var distance: Int?
  /// Bytes that the current loss still removes.
  private var losing = 0
  /// Bytes that the current duplicate has yet to collect, and those that it has collected.
  private var repeating = 0
  private var collected: [UInt8] = []

  /// Faults so far.
  public private(set) var faultCount = 0

  /// Damage at these rates.
  public init(_ rates: Rates, seed: UInt64) {
    self.rates = rates
    random = SeededRandom(seed: seed)
    distance = nextDistance()
  }

  /// The next bytes of the stream, damaged. The second copy of a duplicate can come with a later piece.
  public mutating func feed(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for byte in bytes {
      if let left = distance {
        distance = left - 1
        if left == 0 {
          let damaged = begin(at: byte)
          distance = nextDistance()
          emit(damaged, to: &result)
          continue
        }
      }
      emit(byte, to: &result)
    }
    return result
  }

  /// Begins a fault, and returns the byte that it begins with.
  private mutating func begin(at byte: UInt8) -> UInt8 {
    faultCount += 1
    let all = rates.flippedBits * 8 + rates.losses + rates.duplicates
    let draw = random.unit() * all
    if draw < rates.flippedBits * 8 { return byte ^ (1 << UInt8(random.next() % 8)) }
    let length = 1 + Int(random.next() % UInt64(max(rates.longest, 1)))
    if draw < rates.flippedBits * 8 + rates.losses { losing = length } else { repeating = length }
    return byte
  }

  private mutating func emit(_ byte: UInt8, to result: inout [UInt8]) {
    if losing > 0 {
      losing -= 1
      return
    }
    result.append(byte)
    guard repeating > 0 else { return }
    collected.append(byte)
    repeating -= 1
    if repeating == 0 {
      result += collected
      collected = []
    }
  }

  /// The distances between independent faults have an exponential distribution.
  private mutating func nextDistance() -> Int? {
    let all = rates.flippedBits * 8 + rates.losses + rates.duplicates
    guard all > 0 else { return nil }
    return Int(min(-log(1 - random.unit()) / all, 1e15))
  }
}
