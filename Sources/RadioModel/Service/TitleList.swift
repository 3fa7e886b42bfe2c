/// The titles heard at one moment.
public struct TitleList: Sendable, Equatable {
  /// Differs from that of every other state of the list.
  public var version: Int
  /// The titles, the latest first.
  public var entries: [HistoryEntry]

  /// Creates the state of a list.
  public init(version: Int = 0, entries: [HistoryEntry] = []) {
    self.version = version
    self.entries = entries
  }
}
