import Bytes

/// The two tables that describe the content of a transport stream (ISO/IEC 13818-1 2.4.4.3 and 2.4.4.8).
enum ProgramTables {
  /// The first byte of a section of the program association table.
  static let associationTable: UInt8 = 0
  /// The first byte of a section of a program map table.
  static let mapTable: UInt8 = 2
  /// Bytes of a section's head, up to the number of the last section.
  private static let headSize = 8
  /// Maximum number of programs that are examined.
  private static let maximumPrograms = 16

  /// A program: its number and the `pid` of its map table.
  struct Program: Sendable, Equatable {
    let number: Int
    let pid: Int
  }

  /// Returns the programs that a `section` of the association table lists, in its order; nil when the section is not in
  /// use yet or continues another.
  static func programs(_ section: [UInt8]) -> [Program]? {
    guard isFirstAndCurrent(section) else { return nil }
    var reader = ByteReader(section.dropFirst(headSize))
    var found: [Program] = []
    while found.count < maximumPrograms, let number = reader.integer(2), let pid = reader.integer(2) {
      if number != 0 { found.append(Program(number: number, pid: pid & 0x1FFF)) }  // 0 is the network information table
    }
    return found
  }

  /// Returns the streams of `program` that a `section` of a map table lists; nil when the section belongs to another
  /// program, is not in use yet or continues another.
  static func streams(_ section: [UInt8], of program: Program) -> [ElementaryStream]? {
    guard isFirstAndCurrent(section), Int(bigEndianBytes: section[3..<5]) == program.number else { return nil }
    var reader = ByteReader(section.dropFirst(headSize))
    guard reader.skip(2) != nil, let length = reader.integer(2), reader.skip(length & 0xFFF) != nil else { return nil }
    var streams: [ElementaryStream] = []
    while let type = reader.integer(1), let pid = reader.integer(2), let length = reader.integer(2),
      let descriptors = reader.bytes(min(length & 0xFFF, reader.count))
    {
      streams.append(ElementaryStream(pid: pid & 0x1FFF, type: UInt8(type), descriptors: descriptors))
    }
    return streams
  }

  private static func isFirstAndCurrent(_ section: [UInt8]) -> Bool {
    section.count >= headSize && section[5] & 1 != 0 && section[6] == 0
  }
}
