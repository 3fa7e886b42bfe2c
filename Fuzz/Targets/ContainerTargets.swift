import AudioCore
import Parser

extension FuzzTarget {
  /// Transport streams: packets and titles as promised, for any split.
  static let ts = FuzzTarget("ts", isAudio: true) { input in checkContainer(&input) }

  /// MP4: packets and titles as promised, for any split.
  static let mp4 = FuzzTarget("mp4", isAudio: true) { input in checkContainer(&input) }

  /// ID3 tags: the title is one clean line, and the tag with the sound behind it parses the same for any split.
  static let id3 = FuzzTarget("id3") { input in
    let splits = input.splits()
    let tag = input.payload
    if let metadata = ID3Text.tags(tag[...]).metadata {
      claim(metadata == ID3Text.tags(Array(tag)[...]).metadata, "the same tag says the same")
      if let fault = TextFault.inLine(metadata.title) { fail("broken promise: a clean title, but \(fault)") }
    }
    let frame = [0xFF, 0xFB, 0x90, 0x44] + [UInt8](repeating: 0x55, count: 413)
    let bytes = tag + (0..<5000 / frame.count).flatMap { _ in frame }
    let whole = ParsedContainer(bytes)
    claim(whole.isSame(as: ParsedContainer(bytes, splits: splits)), "the same, however it is split")
    whole.check(against: bytes)
  }

  private static func checkContainer(_ input: inout FuzzInput) {
    let splits = input.splits()
    let isSummed = input.byte() % 4 != 0
    let bytes = isSummed ? TransportTables.summed(input.payload) : input.payload
    let whole = ParsedContainer(bytes)
    let split = ParsedContainer(bytes, splits: splits)
    claim(whole.isSame(as: split), "the same packets and titles, however they are split: \(whole), \(split)")
    whole.check(against: bytes)
  }
}
