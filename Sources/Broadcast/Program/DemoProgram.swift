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
