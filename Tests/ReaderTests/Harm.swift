import TestSupport
import Testing

/// Damage to a stream in transit, at random places that a seed determines.
struct Harm: Sendable, CustomTestStringConvertible {
  /// The kind of damage.
  enum Kind: Sendable {
    /// A bit is flipped.
    case flip
    /// Up to this many bytes are lost, come twice, or are inserted with any value.
    case drop(Int), double(Int), insert(Int)
  }

  var kind: Kind
  /// Mean number of faults for each bit (``Kind/flip``) or byte.
  var rate: Double
  var seed: UInt64 = 1

  var testDescription: String { "\(kind) at \(rate), seed \(seed)" }

  /// The damaged stream, and the positions of the faults in the original, in ascending order.
  func done(to stream: [UInt8]) -> (stream: [UInt8], faults: [Int]) {
    var random = SeededRandom(seed: seed)
    let mean = if case .flip = kind { rate * 8 } else { rate }
    var result: [UInt8] = []
    result.reserveCapacity(stream.count * 2)
    var faults: [Int] = []
    var index = 0
    while index < stream.count {
      guard random.unit() < mean else {
        result.append(stream[index])
        index += 1
        continue
      }
      faults.append(index)
      switch kind {
      case .flip:
        result.append(stream[index] ^ 1 << UInt8.random(in: 0..<8, using: &random))
        index += 1
      case .drop(let maximum): index += .random(in: 1...maximum, using: &random)
      case .double(let maximum):
        let part = stream[index..<min(stream.count, index + .random(in: 1...maximum, using: &random))]
        result += part
        result += part
        index += part.count
      case .insert(let maximum):
        for _ in 0..<Int.random(in: 1...maximum, using: &random) { result.append(.random(in: 0...255, using: &random)) }
      }
    }
    return (result, faults)
  }
}
