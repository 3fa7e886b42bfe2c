/// The result of looking at the sound that is audible now.
public enum LiveReading: Sendable, Equatable {
  /// Sound; `isNewFormat` when it is the first, or its format is another than that of the last sound.
  case sound(isNewFormat: Bool)
  /// Nothing is audible now.
  case silence
  /// There is no information: keep the last picture.
  case missed
}
