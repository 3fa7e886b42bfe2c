/// Noise for rounding to integers, with a triangular distribution from −1 to 1 step (TPDF). With it, neither mean nor
/// power of the rounding error depend on the sound (Lipshitz, Wannamaker, Vanderkooy: Quantization and Dither, J. Audio
/// Eng. Soc. 40, 1992). The noise is the same on every run.
struct Dither {
  /// The samples generated at once.
  typealias Lanes = SIMD8<Float>

  /// One generator per lane: xorshift32 (Marsaglia: Xorshift RNGs, J. Stat. Softw. 8, 2003), whose state is never 0.
  private var state = SIMD8<UInt32>(
    0x9E37_79B9, 0x7F4A_7C15, 0xF39C_C060, 0x5CED_C834, 0x1082_276B, 0xF3A2_7251, 0xF86C_6A11, 0xD01A_E3B4)

  /// Returns the next values, in steps. Each is the sum of two values with uniform distribution from −½ to ½, the
  /// halves of one random word.
  mutating func next() -> Lanes {
    state ^= state &<< 13
    state ^= state &>> 17
    state ^= state &<< 5
    let sum = SIMD8<Int32>(truncatingIfNeeded: (state & 0xFFFF) &+ (state &>> 16))
    return (Lanes(sum) - 65535) * (1 / 65536)
  }
}
