/// The sample values of the 256 codes of ITU-T G.711, full scale −1…1.
///
/// A code consists of a sign, a segment number and a step number. Every segment has 16 steps and is twice as long as
/// the one before it, except that the first two segments of A-law have equal length. A value is the middle of its step.
enum G711 {
  /// The A-law values (G.711, table 1). Every second bit of a code is inverted.
  static let aLaw: [Float] = (0..<256).map { code in
    let bits = code ^ 0x55
    let segment = bits >> 4 & 7
    let step = bits & 15
    // In units of half the smallest step; full scale is 4096 units.
    let value = segment == 0 ? 2 * step + 1 : (2 * step + 33) << (segment - 1)
    return Float(bits & 0x80 == 0 ? -value : value) / 4096
  }

  /// The µ-law values (G.711, table 2). All bits of a code are inverted.
  static let muLaw: [Float] = (0..<256).map { code in
    let bits = ~code & 0xFF
    // In units of half the smallest step; full scale is 8192 units (the largest value is 8031).
    let value = (2 * (bits & 15) + 33) << (bits >> 4 & 7) - 33
    return Float(bits & 0x80 == 0 ? value : -value) / 8192
  }
}
