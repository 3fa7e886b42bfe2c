package import NIOCore

/// Inserts metadata into the audio bytes that go to one listener.
package struct ICYInterleaver: Sendable {
  /// The maximum size of a metadata block after its length byte, which counts units of 16 bytes.
  private static let maximumBlockBytes = 255 * 16

  private let interval: Int
  private var bytesToBlock: Int
  private var sentTitle = ""

  /// Inserts metadata after every `interval` bytes of audio; `interval` is greater than 0.
  package init(interval: Int) {
    self.interval = interval
    bytesToBlock = interval
  }

  /// Appends `sound` to `output` and inserts the metadata that is due: `title` when it is new, else a zero byte.
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

  /// Returns `StreamTitle='…';` after its length byte, padded with zeros. Cuts a title that is too long between
  /// characters.
  package static func block(title: String) -> [UInt8] {
    let opening = "StreamTitle='"
    let closing = "';"
    var space = maximumBlockBytes - opening.utf8.count - closing.utf8.count
    var text = ""
    // `';` ends the title for every player, so the title must not contain it.
    for character in withoutEnd(title) {
      space -= character.utf8.count
      guard space >= 0 else { break }
      text.append(character)
    }
    let bytes = Array((opening + text + closing).utf8)
    let sixteens = (bytes.count + 15) / 16
    return [UInt8(sixteens)] + bytes + [UInt8](repeating: 0, count: sixteens * 16 - bytes.count)
  }

  /// Returns `title` with `’` (U+2019) in place of each `'` before a semicolon. Compares scalars, because players look
  /// at bytes: an accent that forms one character with the semicolon does not hide it from them.
  private static func withoutEnd(_ title: String) -> String {
    var scalars = Array(title.unicodeScalars)
    for place in scalars.indices.dropLast() where scalars[place] == "'" && scalars[place + 1] == ";" {
      scalars[place] = "\u{2019}"
    }
    return String(String.UnicodeScalarView(scalars))
  }
}
