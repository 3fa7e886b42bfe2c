/// Loudness by ITU-R BS.1770 and EBU R 128 in LUFS, up to the end of a frame's sound.
public struct FrameLoudness: Sendable, Equatable {
  /// Of the last 400 ms; nil before there are as many.
  public var momentary: Double?
  /// Of the last 3 s; nil before there are as many.
  public var shortTerm: Double?
  /// Of all sound, gated; nil before anything passed the gate.
  public var integrated: Double?

  /// Creates values.
  public init(momentary: Double?, shortTerm: Double?, integrated: Double?) {
    self.momentary = momentary
    self.shortTerm = shortTerm
    self.integrated = integrated
  }
}
