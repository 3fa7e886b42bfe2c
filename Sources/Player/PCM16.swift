/// Turns float samples into 16-bit ones: × 32768, rounded to the nearest (ties to even), clamped; no dither. What is
/// not a number becomes silence.
public enum PCM16 {
  /// Full scale of a 16-bit sample.
  private static let scale: Float = 32768
  /// Adding 1.5 × 2²³ rounds a float below 2²² to a whole number, by IEEE 754's own rounding, and leaves that number in
  /// the low bits of the pattern.
  private static let rounder: Float = 12_582_912

  /// One sample.
  public static func sample(_ value: Float) -> Int16 {
    let number = value == value ? value * scale : 0
    let low = number > -scale ? number : -scale
    let clamped = low < scale - 1 ? low : scale - 1
    return Int16(truncatingIfNeeded: (clamped + rounder).bitPattern)
  }

  /// Writes the samples of `source` into `target`, in the machine's byte order, growing it when needed; returns how many.
  static func convert(_ source: [Float], into target: inout [Int16]) -> Int {
    if target.count < source.count { target = [Int16](repeating: 0, count: source.count) }
    let count = source.count
    source.withUnsafeBufferPointer { source in
      target.withUnsafeMutableBufferPointer { target in
        for index in 0..<count { target[index] = sample(source[index]) }
      }
    }
    return count
  }

  /// Appends the samples of `source` to `bytes`, little endian.
  static func append(_ source: [Float], to bytes: inout [UInt8]) {
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: 2 * source.count))
    bytes.withUnsafeMutableBytes { bytes in
      for index in 0..<source.count {
        bytes.storeBytes(of: sample(source[index]).littleEndian, toByteOffset: start + 2 * index, as: Int16.self)
      }
    }
  }
}
