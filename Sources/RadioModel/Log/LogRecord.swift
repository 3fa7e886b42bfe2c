/// One event of the program's log.
public struct LogRecord: Sendable, Equatable {
  /// The number of the record, from 1, without gaps since the program started.
  public var number: Int
  /// The time in seconds since 1970.
  public var time: Double
  /// The importance.
  public var level: LogLevel
  /// The module that reports: `Player`, `Downloader`. ASCII letters, at most 32.
  public var category: String
  /// One clean line, at most 1,000 characters.
  public var text: String
  /// Values that belong to the record, such as an address and a status: clean lines, at most 16 of 200 characters.
  public var details: [Detail]

  /// A value with its name.
  public struct Detail: Sendable, Equatable {
    /// The name: `url`.
    public var name: String
    /// The value.
    public var value: String

    /// Creates a detail.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Creates a record.
  public init(number: Int, time: Double, level: LogLevel, category: String, text: String, details: [Detail] = []) {
    self.number = number
    self.time = time
    self.level = level
    self.category = category
    self.text = text
    self.details = details
  }
}
