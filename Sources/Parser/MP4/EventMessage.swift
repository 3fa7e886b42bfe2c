import AudioCore
import Bytes

/// A title in an event message box, `emsg` (ISO/IEC 23009-1 5.10.3.3; AOM, "Carriage of ID3 Timed Metadata in the
/// Common Media Application Format").
struct EventMessage: Sendable {
  /// Maximum number of bytes of the box that are read.
  static let maximumBytes = ID3Text.maximumBytes + 1024

  private static let scheme = Array("https://aomedia.org/emsg/ID3".utf8)

  /// The title.
  let metadata: StreamMetadata
  /// When the title begins, in seconds of the track's time, or behind the next fragment's beginning.
  private(set) var seconds: Double
  /// True when ``seconds`` counts from the next fragment's beginning.
  private(set) var isRelative: Bool

  /// Reads the box's `body`; nil when it is of another scheme or has no title.
  init?(_ body: ArraySlice<UInt8>) {
    var reader = ByteReader(body)
    guard let version = reader.integer(1), reader.skip(3) != nil else { return nil }
    let scale: Int?
    let time: Int?
    if version == 0 {
      guard reader.zeroTerminated().map(Array.init) == Self.scheme, reader.zeroTerminated() != nil else { return nil }
      scale = reader.integer(4)
      time = reader.integer(4)
      guard reader.skip(8) != nil else { return nil }
    } else {
      scale = reader.integer(4)
      time = reader.integer(8)
      guard reader.skip(8) != nil, reader.zeroTerminated().map(Array.init) == Self.scheme,
        reader.zeroTerminated() != nil
      else { return nil }
    }
    guard let scale, let time, scale > 0, let metadata = ID3Text.tags(reader.rest).metadata else { return nil }
    self.metadata = metadata
    seconds = Double(time) / Double(scale)
    isRelative = version == 0
  }

  /// True when the title must be returned before the sound at `now`, in seconds of the track's time.
  mutating func isDue(at now: Double) -> Bool {
    if isRelative {
      seconds += now
      isRelative = false
    }
    let farthest = 30.0  // a time further ahead is not believed
    return seconds <= now || seconds > now + farthest
  }
}
