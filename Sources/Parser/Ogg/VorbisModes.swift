import Bytes

/// Finds the modes in a Vorbis set-up header (Vorbis I, 4.2.4), which determine the block length of every packet.
///
/// The modes stand at the end, behind codebooks that would all have to be parsed to be skipped. So they are read
/// backwards from the last bit, which is 1: each mode takes 41 bits of which 32 must be 0, and in front of the first
/// mode stands their number.
enum VorbisModes {
  private static let maximum = 64

  /// Returns for each mode whether its blocks are long; nil when there are no plausible modes.
  static func read(_ header: [UInt8]) -> [Bool]? {
    var reader = BitReader(header[...], .lowestFirst)
    func bits(_ count: Int, before end: Int) -> Int? {
      reader.place = end - count
      return reader.bits(count)
    }
    guard let last = header.lastIndex(where: { $0 != 0 }) else { return nil }
    var end = last * 8 + UInt8.bitWidth - 1 - header[last].leadingZeroBitCount
    var flags: [Bool] = []
    var found: [Bool]?
    let first = VorbisMapping.mark(5).count * 8
    while flags.count < maximum, end - modeSize - countSize >= first {
      guard let mapping = bits(mappingSize, before: end), let number = bits(countSize, before: end - modeSize) else {
        break
      }
      let isPlausible =
        mapping < maximum && bits(typeSize, before: end - mappingSize) == 0
        && bits(typeSize, before: end - mappingSize - typeSize) == 0
      guard isPlausible else { break }
      end -= modeSize
      flags.append(bits(1, before: end + 1) == 1)
      if number + 1 == flags.count { found = flags.reversed() }
    }
    return found
  }

  /// Bits of a mode: the block flag, the types of window and transform, and the number of the mapping.
  private static let modeSize = 1 + 2 * typeSize + mappingSize
  private static let typeSize = 16
  private static let mappingSize = 8
  private static let countSize = 6
}
