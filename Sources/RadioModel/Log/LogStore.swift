import Bytes
import Synchronization

/// The last records of the program's log, at every level, whether or not they were written anywhere else. All members
/// are callable from any thread.
///
/// The memory is bounded by the number of records and by the length of each (``LogRecord``): below 12 MB when every
/// record is as long as allowed, and about 300 KB in use.
public final class LogStore: Sendable {
  /// The number of records that are kept.
  public static let defaultLimit = 1000
  /// The maximum length of a text, in characters and in bytes.
  static let textLimits = (characters: 1000, bytes: 4000)
  /// The maximum length of the value of a detail, in characters and in bytes.
  static let valueLimits = (characters: 200, bytes: 400)
  /// The maximum length of the name of a detail, in characters.
  static let nameLimit = 32
  /// The maximum number of details of a record.
  static let maximumDetails = 16
  /// The maximum length of a category, in characters.
  private static let categoryLimit = 32

  private struct State {
    /// The records; the record after the newest is the oldest one once the limit is reached.
    var records: [LogRecord] = []
    /// The index of the oldest record.
    var first = 0
    /// The number of the newest record; 0 before the first.
    var last = 0
    var warnings = 0
    var errors = 0
  }

  /// When the store was created, in seconds since 1970. It distinguishes two runs of a program, whose numbers both
  /// begin at 1.
  public let started: Double
  private let limit: Int
  private let state = Mutex(State())

  /// Creates an empty store at the time `started`, which keeps the last `limit` records (at least one).
  public init(started: Double, limit: Int = LogStore.defaultLimit) {
    self.started = started
    self.limit = max(1, limit)
  }

  /// Adds a record at `time`, in seconds since 1970. Texts are made clean lines and cut to the lengths of a
  /// ``LogRecord``; of `category` the ASCII letters are kept.
  public func add(
    _ level: LogLevel, category: String, _ text: String, details: [LogRecord.Detail] = [], at time: Double
  ) {
    // Cleaned outside the lock.
    var record = LogRecord(
      number: 0, time: time, level: level, category: Self.cleanCategory(category), text: Self.cleanText(text),
      details: Self.cleanDetails(details))
    state.withLock { state in
      state.last += 1
      record.number = state.last
      if level == .warning { state.warnings += 1 }
      if level == .error { state.errors += 1 }
      if state.records.count < limit {
        state.records.append(record)
      } else {
        state.records[state.first] = record
        state.first = (state.first + 1) % limit
      }
    }
  }

  /// Returns the records with numbers greater than `number`, at most the last `count` of them, and the counters. The
  /// cost depends on the number of returned records alone.
  public func extract(after number: Int, limit count: Int = LogStore.defaultLimit) -> LogExtract {
    state.withLock { state in
      let new = min(max(0, state.last - max(0, number)), state.records.count, max(0, count))
      let total = state.records.count
      let records = (total - new..<total).map { state.records[(state.first + $0) % total] }
      return LogExtract(records: records, warnings: state.warnings, errors: state.errors)
    }
  }

  // MARK: - Clean texts

  static func cleanText(_ text: String) -> String { clean(text, textLimits) }

  static func cleanCategory(_ category: String) -> String {
    let letters = category.unicodeScalars.prefix(categoryLimit * 4)
      .filter { $0.isASCII && $0.properties.isAlphabetic }.prefix(categoryLimit)
    return letters.isEmpty ? "radiod" : String(String.UnicodeScalarView(letters))
  }

  static func cleanDetails(_ details: [LogRecord.Detail]) -> [LogRecord.Detail] {
    details.prefix(maximumDetails).map {
      LogRecord.Detail(clean($0.name, (nameLimit, nameLimit * 2)), clean($0.value, valueLimits))
    }
  }

  /// Returns `text` as one clean line within the limits. Looks at no more of it than can be in the result, except for
  /// blanks and controls.
  private static func clean(_ text: String, _ limits: (characters: Int, bytes: Int)) -> String {
    var line = CleanText.singleLine(text, limit: limits.characters)
    while line.utf8.count > limits.bytes { line.removeLast() }
    return line
  }
}
