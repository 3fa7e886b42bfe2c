import AudioCore
import Bytes
public import RadioModel
import Synchronization
import SystemSupport

/// The titles that were heard, in order, kept in a file across runs. Nothing here blocks the radio: the file is read
/// once, by ``init(path:limit:onFault:)``, and written on a separate thread, which exists only while there is something
/// to write.
///
/// Each line of the file is a JSON object, appended when the title is heard: a program that is killed loses at most the
/// last line. Invalid lines are skipped when the file is read. The file is rewritten in one step when it has twice the
/// titles that are kept, and when titles could not be written before, for example because the disk was full.
public final class TitleHistory: Sendable {
  /// The maximum size of all titles, as lines of the file, in bytes. The file itself may have twice this size.
  static let maximumBytes = 8 << 20

  private struct State {
    /// The titles, newest last.
    var entries: [HistoryEntry] = []
    /// The size of their lines, in bytes.
    var bytes = 0
    /// How many of the newest titles are not in the file yet.
    var unwritten = 0
    /// Set while the writer's thread runs; it happens when the thread ends.
    var writer: OneShotEvent?
    /// Grows with each title; 0 while there are none.
    var version = 0
  }

  private let limit: Int
  private let state = Mutex(State())
  private let file: TitleHistoryFile?

  /// Makes the history in the file at `path`, which is read now; nil keeps the history in memory only. The last `limit`
  /// titles are kept, or fewer when they have more than 8 MiB.
  ///
  /// `onFault` gets one sentence when the file cannot be used: then it is renamed or left alone, as in ``StoredFile``. It
  /// is called on the writer's thread when the file cannot be written, and not again until the file was written.
  ///
  /// With `lock`, the path of the lock that a daemon has for its state, other programs write the file, too: this one adds
  /// its titles while no daemon has the lock, and keeps them in memory only while one has.
  public init(
    path: String?, limit: Int = 10_000, lock: String? = nil, onFault: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.limit = max(1, limit)
    file = path.map { TitleHistoryFile(path: $0, limit: max(1, limit), lock: lock, onFault: onFault) }
    if let entries = file?.read() {
      state.withLock { state in
        state.entries = entries
        state.bytes = entries.reduce(0) { $0 + $1.weight }
        state.version = entries.isEmpty ? 0 : 1
      }
    }
  }

  /// The number of titles.
  public var count: Int { state.withLock { min($0.entries.count, limit) } }

  /// A number that grows with each title; 0 while there are none.
  var version: Int { state.withLock { $0.version } }

  /// Returns the last `count` titles, newest last.
  public func recent(_ count: Int) -> [HistoryEntry] {
    state.withLock { Array($0.entries.suffix(max(0, min(count, limit)))) }
  }

  /// Adds a title that begins to be heard at `time`, in seconds since 1970. A title equal to the last one is not added:
  /// the station was only connected to again.
  public func add(title: String, station: String?, name: String, at time: Double) {
    let title = CleanText.singleLine(title)
    guard !title.isEmpty, time.isFinite else { return }
    let entry = HistoryEntry(time: time, title: title, station: station, name: CleanText.singleLine(name))
    state.withLock { state in
      if let last = state.entries.last, last.title == title, last.station == station, last.name == entry.name { return }
      state.entries.append(entry)
      state.bytes += entry.weight
      state.version += 1
      trim(&state)
      state.unwritten = min(state.unwritten + 1, limit)
      startWriter(&state)
    }
  }

  /// Removes the oldest titles when a limit is exceeded, several at a time.
  private func trim(_ state: inout State) {
    var surplus = 0
    if state.entries.count > limit + limit / 4 { surplus = state.entries.count - limit }
    var surplusBytes = state.entries[..<surplus].reduce(0) { $0 + $1.weight }
    if state.bytes > Self.maximumBytes {
      while state.bytes - surplusBytes > Self.maximumBytes / 8 * 7, surplus < state.entries.count - 1 {
        surplusBytes += state.entries[surplus].weight
        surplus += 1
      }
    }
    guard surplus > 0 else { return }
    state.entries.removeFirst(surplus)
    state.bytes -= surplusBytes
    state.unwritten = min(state.unwritten, state.entries.count)
  }

  /// Waits until everything was written or could not be written, at most `limit`. Returns false when the writer is not
  /// done by then.
  @discardableResult public func flush(limit: Duration = .seconds(1)) async -> Bool {
    guard let writer = state.withLock({ $0.writer }) else { return true }
    return await writer.wait(limit: limit)
  }

  /// Starts the writer's thread, unless it runs already.
  private func startWriter(_ state: inout State) {
    guard let file, state.writer == nil else { return }
    let ended = OneShotEvent()
    let isStarted = PlainThread.start(stackBytes: Self.stackBytes) { [self] in
      while let batch = takeBatch() { file.write(batch.new, of: batch.all) }
      ended.set()
    }
    if isStarted { state.writer = ended }  // otherwise the next title tries again
  }

  private static let stackBytes = 256 << 10

  /// Takes the titles to write now; nil when there are none, and the writer's thread then ends.
  private func takeBatch() -> (new: ArraySlice<HistoryEntry>, all: ArraySlice<HistoryEntry>)? {
    state.withLock { state in
      guard state.unwritten > 0 else {
        state.writer = nil
        return nil
      }
      defer { state.unwritten = 0 }
      return (state.entries.suffix(state.unwritten), state.entries.suffix(limit))
    }
  }
}

extension HistoryEntry {
  /// The maximum size of its line in the file, in bytes, apart from the few bytes of a long number.
  fileprivate var weight: Int {
    [title, station ?? "", name].reduce(80) { sum, text in
      sum + text.utf8.count + text.utf8.count { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
    }
  }
}
