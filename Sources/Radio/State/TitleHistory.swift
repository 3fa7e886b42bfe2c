import AudioCore
import Glibc
import Stations
import Synchronization

/// What was heard, in order, kept in a file over the radio's runs. Nothing here blocks the radio: files are written on a thread of
/// their own, which lives only as long as there is something to write.
///
/// The file has a JSON object in each line, which is appended as the title comes: a program that is killed loses the last line at
/// most. What is no such line is passed over when the file is read. It is rewritten in one step when it has twice the titles that
/// are kept, and when what could not be written, for the disk was full, can be written again.
public final class TitleHistory: Sendable {
  /// One title that was heard.
  public struct Entry: Sendable, Equatable {
    /// When it began to be heard, in seconds since 1970.
    public var time: Double
    /// The title.
    public var title: String
    /// The station's id in the list, if it is of the list.
    public var station: String?
    /// What the station, file or address is called.
    public var name: String

    /// A title that was heard at `time`.
    public init(time: Double, title: String, station: String?, name: String) {
      self.time = time
      self.title = title
      self.station = station
      self.name = name
    }

    /// Bytes that its line of the file has at most, but for the few that a long number takes.
    fileprivate var weight: Int {
      [title, station ?? "", name].reduce(80) { sum, text in
        sum + text.utf8.count + text.utf8.count { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
      }
    }
  }

  /// Bytes that the titles may have in all, as lines of the file; the file has twice as many at most.
  static let maximumBytes = 8 << 20

  private struct State {
    /// Newest last.
    var entries: [Entry] = []
    /// Bytes of their lines.
    var bytes = 0
    /// Of the newest, those that are not in the file.
    var unwritten = 0
    /// The writer's thread, while it lives: the latch opens with its end.
    var writer: Latch?
  }

  private let limit: Int
  private let state = Mutex(State())
  private let file: TitleHistoryFile?

  /// The history in the file at `path`, which is read now; nil keeps it in memory alone. The last `limit` titles are
  /// kept, or fewer where they have more than 8 MiB.
  ///
  /// `onFault` is called on the writer's thread with one sentence when the file cannot be written; then not again before it was
  /// written.
  public init(path: String?, limit: Int = 10_000, onFault: @escaping @Sendable (String) -> Void = { _ in }) {
    self.limit = max(1, limit)
    file = path.map { TitleHistoryFile(path: $0, limit: max(1, limit), onFault: onFault) }
    if let entries = file?.read() {
      state.withLock { state in
        state.entries = entries
        state.bytes = entries.reduce(0) { $0 + $1.weight }
      }
    }
  }

  /// How many titles there are.
  public var count: Int { state.withLock { min($0.entries.count, limit) } }

  /// The last `count` titles, newest last.
  public func recent(_ count: Int) -> [Entry] {
    state.withLock { Array($0.entries.suffix(max(0, min(count, limit)))) }
  }

  /// Adds a title that begins to be heard at `time`, in seconds since 1970. One that is the last one's is not added: the station
  /// was connected to anew.
  public func note(title: String, station: String?, name: String, at time: Double) {
    let title = CleanText.singleLine(title)
    guard !title.isEmpty, time.isFinite else { return }
    let entry = Entry(time: time, title: title, station: station, name: CleanText.singleLine(name))
    state.withLock { state in
      if let last = state.entries.last, last.title == title, last.station == station, last.name == entry.name { return }
      state.entries.append(entry)
      state.bytes += entry.weight
      trim(&state)
      state.unwritten = min(state.unwritten + 1, limit)
      startWriter(&state)
    }
  }

  /// Takes the oldest away where there is too much, and then more than one at a time.
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

  /// Waits until all is written, or could not be; at most `limit`. False when the disk is not done by then.
  @discardableResult public func flush(limit: Duration = .seconds(1)) async -> Bool {
    guard let writer = state.withLock({ $0.writer }) else { return true }
    return await writer.wait(limit: limit)
  }

  /// Starts a thread that writes what is to be written, unless one does.
  private func startWriter(_ state: inout State) {
    guard let file, state.writer == nil else { return }
    let latch = Latch()
    let isStarted = PlainThread.start(stackBytes: Self.stackBytes) { [self] in
      while let batch = takeBatch() { file.write(batch.new, of: batch.all) }
      latch.open()
    }
    if isStarted { state.writer = latch }  // else the next title tries it
  }

  private static let stackBytes = 256 << 10

  /// What is to be written now; nil when that is nothing: then the writer is over.
  private func takeBatch() -> (new: ArraySlice<Entry>, all: ArraySlice<Entry>)? {
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
