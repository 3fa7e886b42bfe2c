import NIOCore

/// Puts metadata between the bytes of sound that go to one listener.
package struct ICYInterleaver: Sendable {
  /// Most bytes a piece of metadata can have: its length is a byte that counts sixteens.
  private static let maximumBlockBytes = 255 * 16

  private let interval: Int
  private var bytesToBlock: Int
  private var sentTitle = ""

  /// Metadata after every `interval` bytes of sound, which is more than 0.
  package init(interval: Int) {
    self.interval = interval
    bytesToBlock = interval
  }

  /// Appends `sound` to `output` with the metadata that is due in it: `title` when it is new, else a zero.
  package mutating func append(_ sound: ByteBuffer, title: String, to output: inout ByteBuffer) {
    var sound = sound
    while sound.readableBytes > 0 {
      let count = min(bytesToBlock, sound.readableBytes)
      if var part = sound.readSlice(length: count) { output.writeBuffer(&part) }
      bytesToBlock -= count
      guard bytesToBlock == 0 else { break }
      bytesToBlock = interval
      if title == sentTitle {
        output.writeInteger(UInt8(0))
      } else {
        output.writeBytes(Self.block(title: title))
        sentTitle = title
      }
    }
  }

  /// `StreamTitle='…';` with its length before it, filled up with zeros. A title that is too long is cut between characters.
  package static func block(title: String) -> [UInt8] {
    let opening = "StreamTitle='"
    let closing = "';"
    var space = maximumBlockBytes - opening.utf8.count - closing.utf8.count
    var text = ""
    // `';` ends the title for every player, so it may not come within one.
    for character in withoutEnd(title) {
      space -= character.utf8.count
      guard space >= 0 else { break }
      text.append(character)
    }
    let bytes = Array((opening + text + closing).utf8)
    let sixteens = (bytes.count + 15) / 16
    return [UInt8(sixteens)] + bytes + [UInt8](repeating: 0, count: sixteens * 16 - bytes.count)
  }

  /// `title` with another apostrophe before each semicolon. Players look at bytes, so that what stands behind the semicolon and
  /// makes one character of it for people, such as an accent, does not count.
  private static func withoutEnd(_ title: String) -> String {
    var scalars = Array(title.unicodeScalars)
    for place in scalars.indices.dropLast() where scalars[place] == "'" && scalars[place + 1] == ";" {
      scalars[place] = "\u{2019}"
    }
    return String(String.UnicodeScalarView(scalars))
  }
}
