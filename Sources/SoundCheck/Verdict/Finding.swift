/// The answer to one expectation.
public struct Finding: Sendable, Hashable {
  /// A place in the sound that the answer is about.
  public struct Place: Sendable, Hashable {
    /// Where it begins, in seconds.
    public var time: Double
    /// How long it lasts, in seconds; nil for a moment.
    public var duration: Double?
    /// The channel, from 1; nil for all.
    public var channel: Int?
    /// The band's edges in hertz; nil for all frequencies.
    public var band: ClosedRange<Double>?
    /// The difference there, in decibels; nil when the place says it all.
    public var difference: Double?
  }

  /// What was measured.
  public enum Value: Sendable, Hashable {
    /// A number in the unit of the quantity.
    case number(Double)
    /// A word, such as a codec.
    case text(String)
  }

  /// The expectation.
  public var expectation: SoundExpectation
  /// True when it holds.
  public var holds: Bool
  /// What was measured; nil when there is nothing, such as the loudness of silence.
  public var measured: Value?
  /// What was measured, and where, in words: `peak −0.3 dBFS at 12.801 s, channel 2`.
  public var text: String
  /// The difference from the value or the limit, in the unit of the quantity; nil for what is not a number.
  public var difference: Double?
  /// Places, the most important first; at most 100.
  public var places: [Place] = []

  /// The expected value in words: `997 ± 1`, `max −1`; empty for an expectation without one.
  public var limit: String { expectation.limit }

  /// The answer as a line: `ok    tone 997.02 Hz (997 ± 1)`.
  public var line: String {
    (holds ? "ok    " : "FAIL  ") + text + (limit.isEmpty || isReference ? "" : " (\(limit))")
  }

  private var isReference: Bool { if case .reference = expectation { true } else { false } }
}
