import AudioCore
import Bytes

/// The comments of a link of an Ogg stream (Vorbis I, 5.2.1): names with values, in their order.
package struct OggComments: Sendable, Equatable {
  private static let vendor = "SpringRadio"

  /// `NAME=value`, as they are written.
  private var fields: [String] = []

  /// No comments.
  package init() {}

  /// The comments of a station's title: the title, and the artist if `title` has two parts.
  package init(title: String) {
    guard !title.isEmpty else { return }
    let parts = SongTitle(title)
    add("ARTIST", parts.artist ?? "")
    add("TITLE", parts.song)
  }

  /// Adds the comment `name`, in ASCII without `=`, unless `value` is empty.
  package mutating func add(_ name: String, _ value: String) {
    if !value.isEmpty { fields.append(name + "=" + value) }
  }

  /// The comments without a frame around them.
  var bytes: [UInt8] {
    ([Self.vendor] + fields).enumerated().reduce(into: []) { bytes, text in
      bytes += UInt32(text.element.utf8.count).littleEndianBytes + Array(text.element.utf8)
      if text.offset == 0 { bytes += UInt32(fields.count).littleEndianBytes }
    }
  }
}
