import Glibc
import Spectrum
import TestSupport
import Testing

@Suite struct DecimalTextTests {
  private func text(_ write: (inout UnsafeMutablePointer<UInt8>) -> Void) -> String {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: DecimalText.maximumLength) { bytes in
      guard let start = bytes.baseAddress else { return "" }
      var cursor = start
      write(&cursor)
      return String(decoding: UnsafeBufferPointer(start: start, count: cursor - start), as: UTF8.self)
    }
  }

  /// The text that C's printf makes of the exact value, without the sign of a zero.
  private func printed(_ value: Float, decimals: Int32) -> String {
    var bytes = [CChar](repeating: 0, count: 80)
    withVaList([decimals, Double(value)]) { arguments in
      _ = vsnprintf(&bytes, bytes.count, "%.*f", arguments)
    }
    let text = String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return text.hasPrefix("-") && text.allSatisfy({ "-0.".contains($0) }) ? String(text.dropFirst()) : text
  }

  @Test("half a million levels and bars are written as printf rounds them")
  func againstPrintf() {
    var generator = SeededRandom(state: 11)
    var wrong: [Float] = []
    for _ in 0..<250_000 {
      let level = Float.random(in: -130...300, using: &generator)
      let bar = Float.random(in: 0...3, using: &generator)
      if text({ DecimalText.writeHundredths(level, at: &$0) }) != printed(level, decimals: 2) { wrong.append(level) }
      if text({ DecimalText.writeTenThousandths(bar, at: &$0) }) != printed(bar, decimals: 4) { wrong.append(bar) }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(5))")
  }

  @Test("two to six decimals are written as printf rounds them", arguments: 2...6)
  func decimals(count: Int) {
    var generator = SeededRandom(state: 12)
    var wrong: [Float] = []
    for _ in 0..<100_000 {
      let level = Float.random(in: -130...300, using: &generator)
      if text({ DecimalText.write(level, decimals: count, at: &$0) }) != printed(level, decimals: Int32(count)) {
        wrong.append(level)
      }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(5))")
    #expect(text { DecimalText.write(-0.0, decimals: count, at: &$0) } == "0." + String(repeating: "0", count: count))
  }

  @Test("every hundredth from −200 to 200, its neighbours and the ties between are written as printf rounds them")
  func neighbours() {
    var wrong: [Float] = []
    for step in -40_000...40_000 {
      let near = Float(step) / 200
      for value in [near.nextDown, near, near.nextUp]
      where text({ DecimalText.writeHundredths(value, at: &$0) }) != printed(value, decimals: 2) {
        wrong.append(value)
      }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(5))")
  }

  @Test(
    "zero has no sign, ties round to even, and values that are not finite become numbers",
    arguments: [
      (0, "0.00"), (-0.0, "0.00"), (-0.004, "0.00"), (-0.005, "0.00"), (-0.006, "-0.01"), (0.125, "0.12"),
      (0.375, "0.38"), (-120, "-120.00"), (-9.995, "-9.99"), (99.999, "100.00"), (1234.5, "1234.50"), (.nan, "0.00"),
      (.infinity, "10737418.23"), (-.infinity, "-10737418.23"), (1e30, "10737418.23"),
    ] as [(Float, String)])
  func oddHundredths(value: Float, expected: String) {
    #expect(text { DecimalText.writeHundredths(value, at: &$0) } == expected)
  }

  @Test(
    "times have six decimals",
    arguments: [
      (0, "0.000000"), (2048.0 / 44_100, "0.046440"), (12.3, "12.300000"),
      (0.9999996, "1.000000"), (86_400 * 365.25, "31557600.000000"), (-1, "0.000000"), (.nan, "0.000000"),
    ]
      as [(Double, String)])
  func times(value: Double, expected: String) {
    #expect(text { DecimalText.writeMicroseconds(value, at: &$0) } == expected)
  }

  @Test(
    "integers are written with all digits",
    arguments: [(0, "0"), (9, "9"), (10, "10"), (1234, "1234"), (UInt64.max, "18446744073709551615")]
      as [(UInt64, String)])
  func integers(value: UInt64, expected: String) {
    #expect(text { DecimalText.writeInteger(value, at: &$0) } == expected)
  }

  @Test(
    "frequencies have six significant digits and no trailing zeros",
    arguments: [
      (40, "40"), (41.5, "41.5"), (43.168_664_9, "43.1687"), (18_000, "18000"), (11_025, "11025"),
      (123_456.7, "123457"),
      (999.9999, "1000"), (100.005, "100.005"), (0.5, "0.5"), (0.001_234_567, "0.00123457"), (0, "0"), (-20, "-20"),
    ] as [(Double, String)])
  func hertz(value: Double, expected: String) {
    #expect(DecimalText.hertz(value) == expected)
  }

  @Test("any frequency reads back within 0.001 %")
  func hertzPrecision() throws {
    var generator = SeededRandom(state: 12)
    for _ in 0..<20_000 {
      let value = pow(10, Double.random(in: -6...7, using: &generator))
      let back = try #require(Double(DecimalText.hertz(value)))
      #expect(abs(back - value) <= 1e-5 * value)
    }
  }
}
