/// A notice of the radio about what just happened, such as `0:19 is the oldest that is kept`: ``TunerEvent/notice(_:)``.
public struct RadioNotice: Sendable, Equatable {
  /// The number of its event, by which two equal notices differ.
  public let number: UInt64
  /// One sentence; empty when an earlier notice is over.
  public let text: String

  /// The notice of the event `number`.
  public init(number: UInt64, text: String) { (self.number, self.text) = (number, text) }
}
