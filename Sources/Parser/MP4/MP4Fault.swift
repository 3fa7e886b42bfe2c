/// Names of MP4 files that cannot be played, as in "is an MP4 file whose index is wrong".
enum MP4Fault {
  /// A file with its index at its end cannot be played as it arrives. The text says what helps.
  static let indexAtEnd =
    "an MP4 file whose index is at its end (save it and play the file, or put the index in front: "
    + "'ffmpeg -i FILE -c copy -movflags +faststart NEW.mp4')"
  static let noIndex = "an MP4 file whose index lists no sound"
  static let wrongIndex = "an MP4 file whose index is wrong"
  static let cutOff = "an MP4 file without an index: its end is missing"
  static let lateIndex = "an MP4 file without an index within \(MP4Parser.maximumPassedMedia) stretches of media data"
  static let tooLong = "an MP4 file whose index is longer than \(SampleTables.maximumBytes >> 20) MiB"
}
