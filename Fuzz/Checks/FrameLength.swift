import Parser

/// Reads frame headers for the fuzzer with the parser's own header types, where the parser's search is under test.
enum FrameLength {
  /// The length in bytes of the frame whose header is at `place`; nil without a header and for free format.
  static func ofFrame(in bytes: [UInt8], at place: Int) -> Int? {
    guard place + MPEGAudioHeader.size <= bytes.count else { return nil }
    let word = bytes[place..<(place + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    if let header = MPEGAudioHeader(word: word) { return header.length }
    return adts(in: bytes, at: place, word: word)?.length
  }

  /// The ADTS header at `place`, whose first four bytes are `word`.
  static func adts(in bytes: [UInt8], at place: Int, word: UInt32) -> ADTSHeader? {
    guard place + ADTSHeader.size <= bytes.count else { return nil }
    return ADTSHeader(word: word, rest: (bytes[place + 4], bytes[place + 5], bytes[place + 6]))
  }
}
