/// The parts of the music that Scripts/make-demo generates, by bars.
enum DemoProgram {
  /// MP3 frames in a bar; the script's tempo is chosen so that this is a whole number.
  private static let framesPerBar = 80
  /// The station's name.
  static let stationName = "SpringRadio Demo"
  /// First bar and title of each part.
  private static let parts = [
    (bar: 0, title: "Thaw"), (bar: 4, title: "First Buds"), (bar: 12, title: "Open Window"),
    (bar: 20, title: "Long Evening"),
  ]

  /// The titles, at the frames where the parts begin.
  static var cues: [Recording.Cue] {
    parts.map { Recording.Cue(frame: $0.bar * framesPerBar, title: "SpringRadio - \($0.title)") }
  }
}

/// Bytes that are part of the executable.
///
/// Sendable without a lock: the bytes never change, and they exist as long as the process.
public struct EmbeddedBytes: @unchecked Sendable {
  private let start: UnsafePointer<UInt8>
  /// The number of bytes.
  public let count: Int

  /// The `count` bytes at `start`, which must be constant and stay valid for the whole run.
  public init(start: UnsafePointer<UInt8>, count: Int) {
    self.start = start
    self.count = count
  }

  /// Returns a copy of the bytes in `range`, as far as they exist.
  public func read(_ range: Range<Int>) -> [UInt8] {
    let range = range.clamped(to: 0..<count)
    return Array(UnsafeBufferPointer(start: start + range.lowerBound, count: range.count))
  }
}
