import AudioCore

/// The bytes of one run: a payload, and behind it the bytes that decide how it is used. Numbers are taken from the
/// back, so that a seed is a plain stream or file with a short tail.
struct FuzzInput {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// The bytes that were not taken as numbers.
  var payload: [UInt8] { Array(rest) }

  /// The last byte; 0 when none is left.
  mutating func byte() -> Int { rest.popLast().map(Int.init) ?? 0 }

  /// One of `choices`.
  mutating func choice<Item>(_ choices: [Item]) -> Item { choices[byte() % choices.count] }

  /// The way in which the payload is cut into pieces.
  mutating func splits() -> Splits {
    let largest = choice([1, 2, 3, 5, 16, 64, 419, 1024, 4097])
    return Splits(largest: largest, seed: UInt64(byte()))
  }

  /// The charset that text which is not UTF-8 is read in.
  mutating func charset() -> TextCharset {
    let number = byte()
    return number < Self.charsets.count ? Self.charsets[number] : .default
  }

  private static let charsets: [TextCharset] = [
    "windows-1252", "windows-1251", "KOI8-R", "ISO-8859-2", "Shift_JIS", "EUC-JP", "ISO-2022-JP", "GB18030",
    "BIG5-HKSCS", "UTF-16", "UTF-7", "UTF-32", "TCVN", "ISO-2022-CN-EXT", "IBM037",
  ].compactMap(TextCharset.init(name:))
}
