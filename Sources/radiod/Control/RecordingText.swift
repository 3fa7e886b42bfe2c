import AudioCore
import RadioModel

/// Formats recordings as lines of text.
enum RecordingText {
  /// Writes a line for each of `recordings`, and below it one for each file; or that there are none.
  static func write(_ recordings: [RecordingStatus]) throws {
    if recordings.isEmpty { return try StandardOutput.writeLine("no recordings") }
    let rows = TextTable.lines(
      recordings.map { recording in
        [
          String(recording.id), recording.kind.rawValue, recording.state.rawValue,
          PlayingTimeText.text(recording.seconds), amount(recording.bytes), text(of: recording),
        ]
      })
    for (recording, row) in zip(recordings, rows) {
      try StandardOutput.writeLine(row)
      for file in recording.files { try StandardOutput.writeLine("   \(file)") }
    }
  }

  private static func text(of recording: RecordingStatus) -> String {
    let name = [recording.station, recording.title].filter { !$0.isEmpty }.joined(separator: ": ")
    let reason = recording.reason ?? (recording.state == .done && !recording.isComplete ? "incomplete" : "")
    return [name, reason.isEmpty ? "" : "(\(reason))"].filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static func amount(_ bytes: Int) -> String { "\(NumberText.tenths(Double(bytes) / 1e6)) MB" }
}
