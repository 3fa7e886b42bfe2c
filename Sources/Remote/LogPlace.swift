public import RadioModel

/// The place up to which a daemon's log was read, also over restarts of the daemon.
public struct LogPlace: Sendable, Equatable {
  /// The number of the last record that was read, to ask for those after it; 0 before the first.
  public private(set) var number = 0
  /// The run of the daemon that ``number`` belongs to; nil before the first answer.
  private var run: String?

  /// Creates the place before the first record.
  public init() {}

  /// Creates the place after the records of `first`.
  public init(_ first: RemoteLog) { _ = records(of: first) }

  /// Returns the new records of `log`, the answer to a question for those after ``number``, and moves behind them.
  /// Returns none for the first answer of another run of the daemon: the next question asks for all of its records.
  public mutating func records(of log: RemoteLog) -> [LogRecord] {
    guard log.run == run ?? log.run else {
      run = log.run
      number = 0
      return []
    }
    run = log.run
    let new = log.extract.records.filter { $0.number > number }
    number = new.last?.number ?? number
    return new
  }
}
