/// Converts float samples to 16 bits: × 32768, rounded to the nearest (ties to even), clamped. NaN becomes 0. Dither is
/// for devices only, and only on request.
public enum PCM16 {
  /// Full scale of a 16-bit sample.
  private static let scale: Float = 32768
  /// Adding 1.5 × 2²³ rounds a float below 2²² to a whole number by IEEE 754 rounding, and leaves that number in the
  /// low bits of the bit pattern.
  private static let rounder: Float = 12_582_912

  /// Converts one sample.
  public static func sample(_ value: Float) -> Int16 {
    let number = value == value ? value * scale : 0
    let low = number > -scale ? number : -scale
    let clamped = low < scale - 1 ? low : scale - 1
    return Int16(truncatingIfNeeded: (clamped + rounder).bitPattern)
  }

  /// Writes the samples of `source` into `target`, which has the same count, in the machine's byte order.
  static func convert(_ source: UnsafeBufferPointer<Float>, into target: UnsafeMutableBufferPointer<Int16>) {
    for index in 0..<min(source.count, target.count) { target[index] = sample(source[index]) }
  }

  /// Converts with noise from `dither`, up to one step in either direction, added before rounding. Exact zeros stay
  /// zeros, so silence stays silent.
  static func convert(
    _ source: UnsafeBufferPointer<Float>, into target: UnsafeMutableBufferPointer<Int16>, dither: inout Dither
  ) {
    let count = min(source.count, target.count)
    let width = Dither.Lanes.scalarCount
    var values = Dither.Lanes.zero
    for start in stride(from: 0, to: count, by: width) {
      let width = min(width, count - start)
      for lane in 0..<width { values[lane] = source[start + lane] }
      let noise = dither.next().replacing(with: 0, where: values .== 0)
      values = values.replacing(with: 0, where: values .!= values) * scale + noise
      values.clamp(lowerBound: Dither.Lanes(repeating: -scale), upperBound: Dither.Lanes(repeating: scale - 1))
      let words = unsafeBitCast(values + rounder, to: SIMD8<Int32>.self)
      for lane in 0..<width { target[start + lane] = Int16(truncatingIfNeeded: words[lane]) }
    }
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
