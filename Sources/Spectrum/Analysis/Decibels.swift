/// Computes 10·log10 of many powers at once.
package enum Decibels {
  /// Converts powers to decibels in place, at least `SpectrumConstants.floorDecibels`; NaN becomes the floor.
  /// `powers.count` must be a multiple of 4.
  ///
  /// A power is split into 2^e·m with m in √½…√2. With s = (m−1)/(m+1), ln m = 2(s + s³/3 + s⁵/5 + s⁷/7) to 3·10⁻⁸. The
  /// method uses only IEEE additions, multiplications and divisions, so the result is the same on every machine and
  /// within 0.0001 dB.
  package static func convert(_ powers: UnsafeMutableBufferPointer<Float>) {
    guard let base = powers.baseAddress else { return }
    precondition(powers.count % 4 == 0, "\(powers.count) powers are not a whole number of vectors")
    let floor = SIMD4<Float>(repeating: SpectrumConstants.floorPower)
    var i = 0
    while i < powers.count {
      let power = Vector.load4(base + i)
      Vector.store4(decibels(floor.replacing(with: power, where: power .> floor)), base + i)
      i &+= 4
    }
  }

  /// Returns 10·log10 of normal, positive numbers.
  @inline(__always)
  private static func decibels(_ power: SIMD4<Float>) -> SIMD4<Float> {
    let bits = unsafeBitCast(power, to: SIMD4<Int32>.self)
    let offset = bits &- rootOfHalf
    let exponent = SIMD4<Float>(offset &>> 23)
    let mantissa = unsafeBitCast((offset & mantissaMask) &+ rootOfHalf, to: SIMD4<Float>.self)
    let s = (mantissa - 1) / (mantissa + 1)
    let s2 = s * s
    let tail = s2 * seventh + fifth
    let second = s2 * tail + third
    let series = s + s * s2 * second
    return exponent * decibelsPerOctave + series * decibelsPerSeries
  }

  private static let third: Float = 1.0 / 3
  private static let fifth: Float = 1.0 / 5
  private static let seventh: Float = 1.0 / 7
  /// The bits of √½.
  private static let rootOfHalf: Int32 = 0x3f35_04f3
  private static let mantissaMask: Int32 = 0x007f_ffff
  /// 10·log10(2).
  private static let decibelsPerOctave: Float = 3.010_299_956_6
  /// 20/ln(10).
  private static let decibelsPerSeries: Float = 8.685_889_638_1
}
