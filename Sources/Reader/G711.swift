/// What the 256 codes of ITU-T G.711 stand for, full scale −1…1.
///
/// Codes hold a sign, the number of a segment and a place in it. Every segment has 16 steps, and is as long as all before it
/// together; the first two of A-law are of equal length. A value is the middle of its step.
enum G711 {
  /// A-law (G.711, table 1): every second bit of a code is inverted.
  static let aLaw: [Float] = (0..<256).map { code in
    let bits = code ^ 0x55
    let segment = bits >> 4 & 7
    let step = bits & 15
    // In units of half the smallest step, of which 4096 are full scale.
    let value = segment == 0 ? 2 * step + 1 : (2 * step + 33) << (segment - 1)
    return Float(bits & 0x80 == 0 ? -value : value) / 4096
  }

  /// µ-law (G.711, table 2): all bits of a code are inverted.
  static let muLaw: [Float] = (0..<256).map { code in
    let bits = ~code & 0xFF
    // In units of half the smallest step, of which 8192 are full scale (the largest value is 8031).
    let value = (2 * (bits & 15) + 33) << (bits >> 4 & 7) - 33
    return Float(bits & 0x80 == 0 ? value : -value) / 8192
  }
}
