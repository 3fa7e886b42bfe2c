import Glibc
import Spectrum
import Testing

@Suite struct DecibelsTests {
  private func convert(_ powers: [Float]) -> [Float] {
    var powers = powers
    powers.withUnsafeMutableBufferPointer { Decibels.convert($0) }
    return powers
  }

  @Test("decibels are within 0.0001 dB of log10 in double precision over the whole range of powers")
  func accuracy() {
    var worst = 0.0
    for exponent in -39...40 {
      let powers = (0..<8192).map { Float(sign: .plus, exponent: exponent, significand: 1 + Float($0) / 8192) }
      for (power, got) in zip(powers, convert(powers)) {
        worst = max(worst, abs(Double(got) - 10 * log10(Double(power))))
      }
    }
    #expect(worst < 0.0001)
  }

  @Test("powers at or below the floor read −120, and so do values that are not power")
  func floor() {
    let odd: [Float] = [0, -0.0, -1, .nan, -.infinity, 1e-12, 1e-13, .leastNonzeroMagnitude]
    #expect(convert(odd).allSatisfy { abs($0 + 120) < 0.0001 })
    #expect(convert(odd).prefix(5).allSatisfy { $0 == convert([1e-12, 0, 0, 0])[0] })
  }

  @Test("1, 0.1, 0.5 and 100 have their known decibels")
  func knownValues() {
    let got = convert([1, 0.1, 0.5, 100])
    for (got, expected) in zip(got, [0, -10, -3.0103, 20] as [Float]) { #expect(abs(got - expected) < 0.0001) }
    #expect(got[0] == 0)
  }
}
