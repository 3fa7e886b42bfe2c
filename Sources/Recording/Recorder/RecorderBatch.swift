/// How recorders read and write.
enum RecorderBatch {
  /// The maximum number of elements that are read at once.
  static let count = 256
  /// How long a recorder sleeps when it has read everything.
  static let interval: Duration = .seconds(1)
  /// Bytes that are passed to a file at once, which gathers them further.
  static let pieceBytes = 8 << 10
}
