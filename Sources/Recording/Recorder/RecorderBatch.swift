/// How recorders read.
enum RecorderBatch {
  /// The maximum number of elements that are read at once.
  static let count = 256
  /// How long a recorder sleeps when it has read everything.
  static let interval: Duration = .seconds(1)
}
