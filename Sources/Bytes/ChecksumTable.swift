/// Tables for cyclic redundancy checks (CRC) that take the highest bit first.
package enum ChecksumTable {
  /// Makes `count` tables of 256 entries: the remainder of each byte with no zero byte behind it, then with one, and so
  /// on. `polynomial` is without its highest term.
  package static func make<Word: FixedWidthInteger & UnsignedInteger>(_ polynomial: Word, count: Int = 1) -> [Word] {
    let shift = Word.bitWidth - 8
    let highest: Word = 1 << (Word.bitWidth - 1)
    var table = (0..<256).map { byte in
      (0..<8).reduce(Word(byte) << shift) { rest, _ in rest & highest == 0 ? rest << 1 : rest << 1 ^ polynomial }
    }
    for index in 256..<count * 256 {
      let before = table[index - 256]
      table.append(before << 8 ^ table[Int(before >> shift)])
    }
    return table
  }
}
