import TestSupport

extension SeededRandom {
  /// `count` random bytes.
  mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in .random(in: 0...0xFF, using: &self) } }
}
