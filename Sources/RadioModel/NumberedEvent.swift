/// An event with its number. A client that reconnects uses the number to ask for the events that it missed.
public struct NumberedEvent: Sendable, Equatable {
  /// The number of the event before plus one. A snapshot has the number of the last event that it includes.
  public var number: UInt64
  /// What happened.
  public var event: TunerEvent

  /// Makes the event with this `number`.
  public init(number: UInt64, event: TunerEvent) {
    self.number = number
    self.event = event
  }
}
