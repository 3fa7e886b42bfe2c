import AudioCore
import Bytes

/// Makes the ID3v2.4 tag at the beginning of a file of MPEG audio or AAC (id3.org, "ID3 tag version 2.4.0 - Main Structure"
/// and "Native Frames"). Texts are UTF-8.
package enum ID3Writer {
  /// The longest picture that is written, in bytes.
  package static let maximumPictureBytes = 1 << 20
  /// The longest address that is written, in bytes: a part of one would lead nowhere.
  package static let maximumAddressBytes = 2048
  /// The description of the frame with the whole time of reception.
  package static let receivedName = "RECEIVED"

  private static let utf8: UInt8 = 3
  /// The kind of picture that players show: the front cover.
  private static let frontCover: UInt8 = 3
  private static let mediaTypes = ["image/jpeg", "image/png"]

  /// Returns the tag; no bytes when there is nothing to say, since a file needs no tag.
  ///
  /// Each text is one clean line of at most 4 KiB (``CleanText``). The picture comes last, because readers of streams
  /// take only the beginning of a tag.
  package static func tag(_ tags: RecordingTags) -> [UInt8] {
    var frames = text("TIT2", tags.title) + text("TPE1", tags.artist)
    frames += text("TALB", tags.station) + text("TRSN", tags.station)
    frames += received(tags.received) + address(tags.address) + (tags.picture.map(picture) ?? [])
    guard !frames.isEmpty else { return [] }
    return Array("ID3".utf8) + [4, 0, 0] + synchsafe(frames.count) + frames
  }

  private static func text(_ name: String, _ text: String) -> [UInt8] {
    let line = CleanText.singleLine(text)
    return line.isEmpty ? [] : frame(name, [utf8] + line.utf8)
  }

  /// The time of reception twice. `TDRC` has no place for an offset. The standard wants UTC there, but taggers write and
  /// players show local time, by which a listener remembers what was on; `TXXX` says which moment that was.
  private static func received(_ time: String) -> [UInt8] {
    guard let local = localTime(time) else { return [] }
    let whole = CleanText.singleLine(time)
    return text("TDRC", local) + frame("TXXX", [utf8] + receivedName.utf8 + [0] + whole.utf8)
  }

  /// Returns the date and the time without the offset; nil when `time` does not begin with them.
  private static func localTime(_ time: String) -> String? {
    let shape = "0000-00-00T00:00:00".utf8
    let start = time.utf8.prefix(shape.count)
    let zero = UInt8(ascii: "0")
    let isTime = zip(start, shape).allSatisfy { $1 == zero ? (0x30...0x39).contains($0) : $0 == $1 }
    return isTime && start.count == shape.count ? String(start) : nil
  }

  /// Addresses are Latin-1; what is not ASCII is escaped as in a request.
  private static func address(_ address: String) -> [UInt8] {
    var clean: [UInt8] = []
    for byte in address.utf8 {
      if (0x21...0x7E).contains(byte) { clean.append(byte) } else { PercentEncoding.append(byte, to: &clean) }
    }
    return clean.isEmpty || clean.count > maximumAddressBytes ? [] : frame("WOAS", clean)
  }

  private static func picture(_ picture: RecordingTags.Picture) -> [UInt8] {
    guard mediaTypes.contains(picture.mediaType), !picture.bytes.isEmpty, picture.bytes.count <= maximumPictureBytes
    else { return [] }
    return frame("APIC", [utf8] + picture.mediaType.utf8 + [0, frontCover, 0] + picture.bytes)
  }

  private static func frame(_ name: String, _ content: [UInt8]) -> [UInt8] {
    name.utf8 + synchsafe(content.count) + [0, 0] + content
  }

  /// A size in four times seven bits, so that no byte looks like the beginning of a frame of sound.
  private static func synchsafe(_ size: Int) -> [UInt8] { (0..<4).map { UInt8(size >> (21 - 7 * $0) & 0x7F) } }
}
