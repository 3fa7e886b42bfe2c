/// When to try a lost sound device again: after 1, 2, 5 and then every 10 s, and not after 30 s without sound.
public struct ReopenSchedule: Sendable {
  private static let pauses: [Duration] = [.seconds(1), .seconds(2), .seconds(5), .seconds(10)]
  private static let patience: Duration = .seconds(30)
  private var tries = 0
  private var waited: Duration = .zero

  /// The schedule of a device that was just lost.
  public init() {}

  /// The pause before the next try; nil when it is time to give up.
  public mutating func next() -> Duration? {
    let pause = Self.pauses[min(tries, Self.pauses.count - 1)]
    guard waited + pause <= Self.patience else { return nil }
    tries += 1
    waited += pause
    return pause
  }

  /// The device plays again: the next loss starts from the beginning.
  public mutating func reset() { self = ReopenSchedule() }
}
