/// The expectations of one check, and how they are measured.
public struct ExpectationList: Sendable, Hashable {
  /// The expectations, in the order of the answers; none to measure everything.
  public var items: [SoundExpectation]
  /// The level below which sound is silence, in dBFS.
  public var silenceLevel = -60.0
  /// The only channel that is measured, from 1; nil for all.
  public var channel: Int?
  /// The limit of what is measured, in seconds; nil for none.
  public var seconds: Double?
  /// The tolerance of stored measurements, in decibels.
  public var within = 0.5
  /// The level below which differences from stored measurements do not count, in dBFS.
  public var skipBelow = -50.0

  /// A list of expectations.
  public init(_ items: [SoundExpectation] = []) { self.items = items }
}
