import AudioCore
import Bytes

/// The titles of a recording at their places, as a cue sheet. Times have 75 frames a second.
package struct CueSheet: Sendable {
  /// The most titles that are listed; later ones are left out.
  private static let maximumCount = 10_000
  private static let framesPerSecond = 75

  private let station: String
  private let received: String
  private let start: Int
  private var titles: [(title: String, place: Int)] = []

  /// The sheet of a file with `tags`, whose sound begins at the place `start`, in nanoseconds, with a title if one is
  /// known.
  package init(tags: RecordingTags, title: String, start: Int) {
    station = tags.station
    received = tags.received
    self.start = start
    titles = [(title, start)]
  }

  /// The number of titles, that at the beginning included.
  package var count: Int { titles.count }

  /// Adds a title that begins at `place`, in nanoseconds. Titles come in order.
  package mutating func add(_ title: String, at place: Int) {
    if titles.count < Self.maximumCount { titles.append((title, max(start, place))) }
  }

  /// Returns the sheet for the file `name`, in the folder of the sheet.
  package func text(for name: String) -> String {
    let form = name.hasSuffix(".mp3") ? "MP3" : "WAVE"
    var lines = [
      "REM DATE \(Self.quoted(received))", "TITLE \(Self.quoted(station))", "FILE \(Self.quoted(name)) \(form)",
    ]
    for (number, entry) in titles.enumerated() {
      let parts = SongTitle(entry.title)
      lines.append("  TRACK \(NumberText.twoDigits(number + 1)) AUDIO")
      lines.append("    TITLE \(Self.quoted(parts.song.isEmpty ? station : parts.song))")
      if let artist = parts.artist { lines.append("    PERFORMER \(Self.quoted(artist))") }
      lines.append("    INDEX 01 \(Self.time(entry.place - start))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A text on one line, between quotation marks: there is no way to write one within it.
  private static func quoted(_ text: String) -> String {
    "\"\(CleanText.singleLine(text).replacing("\"", with: "'"))\""
  }

  private static func time(_ nanoseconds: Int) -> String {
    let frames = nanoseconds / 1_000_000 * framesPerSecond / 1000
    let (seconds, rest) = frames.quotientAndRemainder(dividingBy: framesPerSecond)
    return [seconds / 60, seconds % 60, rest].map { NumberText.twoDigits($0) }.joined(separator: ":")
  }
}
