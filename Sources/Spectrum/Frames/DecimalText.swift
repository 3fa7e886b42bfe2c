import Glibc

/// Writes numbers as decimal text directly into memory, for the JSON frames.
///
/// Numbers are rounded to the nearest, ties to even, as in C's `printf`. For a `Float` and up to six decimals this is
/// exact: the product with the power of ten has at most 24 + 20 significant bits and fits a `Double`. A minus sign is
/// written only if a digit other than 0 follows. NaN is written as 0; magnitudes are limited to 2³⁰ − 1 units of the
/// last decimal.
package enum DecimalText {
  /// Maximum bytes of a number.
  package static let maximumLength = 24

  /// Adding this number rounds a double to an integer, because a double of this size has no fraction bits, and leaves
  /// the integer in the low bits.
  private static let rounder = 6_755_399_441_055_744.0
  private static let maximum = 1_073_741_823.0

  /// Writes `value` with two decimals at `cursor` and advances it.
  @inline(__always)
  package static func writeHundredths(_ value: Float, at cursor: inout UnsafeMutablePointer<UInt8>) {
    let units = integer(Double(value) * 100, at: &cursor)
    let whole = units / 100
    writeWhole(whole, at: &cursor)
    cursor[0] = point
    writePair(units &- whole &* 100, at: cursor + 1)
    cursor += 3
  }

  /// Writes `value` with four decimals at `cursor` and advances it.
  @inline(__always)
  package static func writeTenThousandths(_ value: Float, at cursor: inout UnsafeMutablePointer<UInt8>) {
    let units = integer(Double(value) * 10_000, at: &cursor)
    let whole = units / 10_000
    writeWhole(whole, at: &cursor)
    let rest = units &- whole &* 10_000
    cursor[0] = point
    writePair(rest / 100, at: cursor + 1)
    writePair(rest % 100, at: cursor + 3)
    cursor += 5
  }

  /// Writes `value` with `decimals` (1…6) decimals at `cursor` and advances it.
  package static func write(_ value: Float, decimals: Int, at cursor: inout UnsafeMutablePointer<UInt8>) {
    var scale: UInt32 = 1
    for _ in 0..<decimals { scale *= 10 }
    let units = integer(Double(value) * Double(scale), at: &cursor)
    writeWhole(units / scale, at: &cursor)
    cursor[0] = point
    var rest = units % scale
    for place in stride(from: decimals, to: 0, by: -1) {
      cursor[place] = zero + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    cursor += decimals + 1
  }

  /// Appends `value` with `decimals` (1…6) decimals to `bytes`.
  package static func append(_ value: Double, decimals: Int, to bytes: inout [UInt8]) {
    append(to: &bytes) { write(Float(value), decimals: decimals, at: &$0) }
  }

  /// Appends `seconds` (0…10¹²) with six decimals to `bytes`.
  package static func append(seconds: Double, to bytes: inout [UInt8]) {
    append(to: &bytes) { writeMicroseconds(seconds, at: &$0) }
  }

  private static func append(to bytes: inout [UInt8], write: (inout UnsafeMutablePointer<UInt8>) -> Void) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: maximumLength) { scratch in
      guard let start = scratch.baseAddress else { return }
      var cursor = start
      write(&cursor)
      bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: cursor - start))
    }
  }

  /// Writes `seconds` (0…10¹²) with six decimals, rounded half up, at `cursor` and advances it.
  package static func writeMicroseconds(_ seconds: Double, at cursor: inout UnsafeMutablePointer<UInt8>) {
    let limited = seconds > 0 ? min(seconds, 1e12) : 0
    let units = UInt64((limited * 1_000_000 + 0.5).rounded(.down))
    writeInteger(units / 1_000_000, at: &cursor)
    let rest = UInt32(truncatingIfNeeded: units % 1_000_000)
    cursor[0] = point
    writePair(rest / 10_000, at: cursor + 1)
    writePair(rest / 100 % 100, at: cursor + 3)
    writePair(rest % 100, at: cursor + 5)
    cursor += 7
  }

  /// Writes `value` at `cursor` and advances it.
  package static func writeInteger(_ value: UInt64, at cursor: inout UnsafeMutablePointer<UInt8>) {
    var length = 1
    var rest = value
    while rest >= 10 {
      rest /= 10
      length += 1
    }
    rest = value
    var index = length
    while index > 0 {
      index -= 1
      cursor[index] = zero + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    cursor += length
  }

  /// Returns a frequency with about six significant digits and no trailing zeros, accurate to 0.0005 %. Magnitudes
  /// below 0.001 and from 10⁹ on have Swift's own notation.
  package static func hertz(_ value: Double) -> String {
    guard value.isFinite else { return "\(value)" }
    guard value.magnitude >= 0.001, value.magnitude < 1e9 else { return value == 0 ? "0" : "\(value)" }
    var decimals = 5
    var bound = 10.0
    while value.magnitude >= bound, decimals > 0 {
      bound *= 10
      decimals -= 1
    }
    let scale = pow(10, Double(value.magnitude < 1 ? 8 : decimals))
    let units = UInt64((value.magnitude * scale).rounded())
    let one = UInt64(scale)
    var text = (value < 0 ? "-" : "") + "\(units / one)"
    let fraction = "\(units % one + one)".dropFirst()
    let digits = fraction.prefix(
      (fraction.lastIndex { $0 != "0" }).map { fraction.distance(from: fraction.startIndex, to: $0) + 1 } ?? 0)
    if !digits.isEmpty { text += "." + digits }
    return text
  }

  private static let zero = UInt8(ascii: "0")
  private static let point = UInt8(ascii: ".")
  private static let minus = UInt8(ascii: "-")
  /// The digit pairs 00 01 … 99.
  private static let pairs: StaticString = """
    0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849\
    5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899
    """

  /// Writes the sign of `scaled`, and returns its rounded magnitude.
  @inline(__always)
  private static func integer(_ scaled: Double, at cursor: inout UnsafeMutablePointer<UInt8>) -> UInt32 {
    var limited = scaled
    if !(scaled.magnitude <= maximum) {
      limited = scaled > 0 ? maximum : scaled < 0 ? -maximum : 0
    }
    let units = Int32(truncatingIfNeeded: (limited + rounder).bitPattern)
    cursor[0] = minus
    cursor += units < 0 ? 1 : 0
    return units.magnitude
  }

  @inline(__always)
  private static func writeWhole(_ whole: UInt32, at cursor: inout UnsafeMutablePointer<UInt8>) {
    if whole < 10 {
      cursor[0] = zero &+ UInt8(truncatingIfNeeded: whole)
      cursor += 1
    } else if whole < 100 {
      writePair(whole, at: cursor)
      cursor += 2
    } else {
      writeInteger(UInt64(whole), at: &cursor)
    }
  }

  @inline(__always)
  private static func writePair(_ value: UInt32, at place: UnsafeMutablePointer<UInt8>) {
    let pair = UnsafeRawPointer(pairs.utf8Start + 2 &* Int(value)).loadUnaligned(as: UInt16.self)
    UnsafeMutableRawPointer(place).storeBytes(of: pair, as: UInt16.self)
  }
}
