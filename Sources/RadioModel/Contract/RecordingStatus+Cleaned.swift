import Bytes

extension RecordingStatus {
  /// The longest recording that is shown, in seconds: about a hundred years.
  private static let maximumSeconds = 3.2e9

  /// The recording of a daemon, made safe for a view: texts are cleaned for a terminal, numbers are in their ranges.
  package var cleaned: RecordingStatus {
    var recording = self
    recording.title = CleanText.singleLine(title)
    recording.station = CleanText.singleLine(station)
    recording.files = files.map { CleanText.singleLine($0) }
    recording.reason = reason.map { CleanText.singleLine($0) }
    recording.seconds = seconds.isFinite ? min(max(seconds, 0), Self.maximumSeconds) : 0
    recording.bytes = max(bytes, 0)
    return recording
  }
}
