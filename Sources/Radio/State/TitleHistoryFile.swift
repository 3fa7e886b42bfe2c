import Glibc
import JSON
import RadioModel
import Synchronization
import SystemSupport

/// The file of a ``TitleHistory``. Only one thread at a time writes it.
final class TitleHistoryFile: Sendable {
  typealias Entry = HistoryEntry

  /// At most this many bytes are read, from the end of the file. A file that would have twice as many is rewritten.
  private static let maximumBytes = TitleHistory.maximumBytes
  /// The maximum length of a line in bytes. Longer lines are not from this program and are skipped.
  private static let maximumLineBytes = 16 << 10
  /// Fewer bytes than any line has.
  private static let minimumLineBytes = 40

  private struct State {
    /// The number of lines in the file, valid or not.
    var lines = 0
    /// The size of the file in bytes.
    var bytes = 0
    /// True when titles are missing in the file because it could not be written.
    var isBehind = false
    /// How many of the newest titles are not in a shared file because it could not be written.
    var pending = 0
  }

  private let path: String
  private let file: StoredFile
  private let limit: Int
  private let onFault: @Sendable (String) -> Void
  /// The path of the lock under which the file is used, for each use; nil when this program has the lock all the time.
  private let lock: String?
  private let state = Mutex(State())

  /// Makes the file at `path`, which need not exist. It keeps the last `limit` titles. With `lock` other programs write
  /// the file, too: it is read and written under the lock at that path, and left alone while another program has it.
  init(path: String, limit: Int, lock: String?, onFault: @escaping @Sendable (String) -> Void) {
    self.lock = lock
    self.path = path
    file = StoredFile(path: path, maximumBytes: Self.maximumBytes, onFault: onFault)
    self.limit = limit
    self.onFault = onFault
  }

  /// Returns the last titles in the file, newest last; none without a file, and when it cannot be used. Then it is
  /// renamed or left alone, as in ``StoredFile``.
  func read() -> [Entry] {
    guard let lock else { return settledEntries() }
    if let content = try? self.content(under: lock) {
      state.withLock { $0 = content.state }
      return content.entries
    }
    // While another program has the lock, nothing is done about a file that cannot be used.
    guard let taken = try? takeLock(lock) else { return [] }
    defer { withExtendedLifetime(taken) {} }
    return settledEntries()
  }

  /// Returns the content of the file. It is read under the lock at `path`, if that is free, and parsed without it: a
  /// daemon that starts meanwhile must not wait for that.
  private func content(under path: String) throws(StoredFile.StoreError) -> (entries: [Entry], state: State)? {
    func lockedBytes() throws(StoredFile.StoreError) -> (bytes: [UInt8], size: Int)? {
      let taken = try? takeLock(path)
      defer { withExtendedLifetime(taken) {} }
      return try bytes()
    }
    guard let (bytes, size) = try lockedBytes() else { return nil }
    return try content(of: bytes, size: size)
  }

  private func settledEntries() -> [Entry] {
    guard let content = file.settled({ () throws(StoredFile.StoreError) in try content() }) else { return [] }
    state.withLock { $0 = content.state }
    return content.entries
  }

  private func content() throws(StoredFile.StoreError) -> (entries: [Entry], state: State)? {
    guard let (bytes, size) = try bytes() else { return nil }
    return try content(of: bytes, size: size)
  }

  /// Reads the end of the file, and its size; nil without a file.
  private func bytes() throws(StoredFile.StoreError) -> (bytes: [UInt8], size: Int)? {
    var bytes: [UInt8] = []
    var size: Int?
    do throws(ReadableFile.ReadError) {
      let file = try ReadableFile(path)
      size = file.status.flatMap { $0.st_mode & S_IFMT == S_IFREG ? Int($0.st_size) : nil }
      if let size { bytes = try file.read(max(0, size - Self.maximumBytes)..<size) }
    } catch {
      guard let fault = StoredFile.fault(of: error) else { return nil }
      throw fault
    }
    guard let size else { throw .damaged("it is not a plain file") }
    guard bytes.count == min(size, Self.maximumBytes) else { throw .damaged("only a part of it can be read") }
    return (bytes, size)
  }

  private func content(
    of bytes: [UInt8], size: Int
  ) throws(StoredFile.StoreError) -> (entries: [Entry], state: State) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    let wanted = lines.suffix(limit + 1)  // the last may be broken
    let entries = wanted.compactMap { line in line.count <= Self.maximumLineBytes ? Entry(line: line) : nil }
    // A crash may cut the only line.
    guard !entries.isEmpty || !bytes.contains(UInt8(ascii: "\n")) else {
      throw .damaged("none of its lines is a title")
    }
    return (entries.suffix(limit), State(lines: lines.count, bytes: size))
  }

  /// Appends `new`, the last titles of `all`, or rewrites the file with `all` when necessary. Does nothing when the file
  /// must not be written.
  func write(_ new: ArraySlice<Entry>, of all: ArraySlice<Entry>) {
    guard file.isWritable else { return }
    if let lock { return share(new, of: all, under: lock) }
    let before = state.withLock { $0 }
    let bytes = new.flatMap(\.line)
    do throws(SystemError) {
      if before.isBehind || before.lines + new.count > 2 * limit
        || before.bytes + bytes.count > 2 * Self.maximumBytes
      {
        let bytes = all.flatMap(\.line)
        try file.write(bytes)
        state.withLock { $0 = State(lines: all.count, bytes: bytes.count) }
      } else {
        try append(bytes)
        state.withLock { state in
          state.lines += new.count
          state.bytes += bytes.count
        }
      }
    } catch {
      state.withLock { $0.isBehind = true }
      if !before.isBehind { onFault("the history of titles is not kept: \(error)") }
    }
  }

  /// Appends `new`, the last titles of `all`, and those before them that could not be written, under the lock at `path`.
  /// While another program has the lock under its name, that program keeps the titles heard: these are left out. Shortens
  /// the file when it has twice the titles that are kept, those of other programs included.
  private func share(_ new: ArraySlice<Entry>, of all: ArraySlice<Entry>, under path: String) {
    var pending = state.withLock { min($0.pending + new.count, all.count) }
    defer { state.withLock { $0.pending = pending } }
    do throws(FileLock.LockError) {
      let taken = try takeLock(path, waits: true)
      defer { withExtendedLifetime(taken) {} }
      do throws(SystemError) {
        try append(all.suffix(pending).flatMap(\.line))
        pending = 0
        if let size = stat(of: self.path).map({ Int($0.st_size) }), size > 2 * limit * Self.minimumLineBytes,
          let content = try? content(),
          content.state.lines > 2 * limit || content.state.bytes > 2 * Self.maximumBytes
        {
          try file.write(content.entries.flatMap(\.line))
        }
        state.withLock { $0.isBehind = false }
      } catch {
        throw .system(error)
      }
    } catch {
      switch error {
      case .taken(nil): return  // a program that only writes a few bytes
      case .taken: pending = 0
      case .system(let error):
        let isFirst = state.withLock { state in
          defer { state.isBehind = true }
          return !state.isBehind
        }
        if isFirst { onFault("the history of titles is not kept: \(error)") }
      }
    }
  }

  private func takeLock(_ path: String, waits: Bool = false) throws(FileLock.LockError) -> FileLock {
    if let slash = path.lastIndex(of: "/") {
      do throws(SystemError) {
        try AtomicFile.makeFolder(String(path[..<slash]))
      } catch {
        throw .system(error)
      }
    }
    return try FileLock(path: path, namesOwner: false, waits: waits)
  }

  private func append(_ lines: [UInt8]) throws(SystemError) {
    if let slash = path.lastIndex(of: "/") { try AtomicFile.makeFolder(String(path[..<slash])) }
    let descriptor = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { throw .cannotCreate(path: path, reason: Self.lastError) }
    defer { close(descriptor) }
    guard let status = stat(of: descriptor), status.isPlainFile else {
      throw .cannotWrite(path: path, reason: "it is not a plain file")
    }
    // Ends a line that a crash left incomplete, so that only this line is lost.
    var bytes = lines
    var last: UInt8 = 0
    if status.st_size > 0, pread(descriptor, &last, 1, status.st_size - 1) == 1, last != UInt8(ascii: "\n") {
      bytes.insert(UInt8(ascii: "\n"), at: 0)
    }
    if let code = bytes.withUnsafeBytes({ WholeWrite.write($0, to: descriptor) }) {
      ftruncate(descriptor, status.st_size)
      throw .cannotWrite(path: path, reason: SystemReason.text(of: code))
    }
  }

  private static var lastError: String { SystemReason.text(of: errno) }
}

extension HistoryEntry {
  /// The line of the entry in the file, including the newline: a JSON object with `time`, `title`, `station` if there
  /// is one, and `name`.
  fileprivate var line: [UInt8] {
    JSONWriter.line(.object(["time": time, "title": title, "station": station, "name": name])) + [UInt8(ascii: "\n")]
  }

  /// Reads a line of the file; nil when it is invalid.
  fileprivate init?(line: ArraySlice<UInt8>) {
    guard let json = try? JSONReader.read(Array(line)), json["name"]?.text != nil else { return nil }
    self.init(json: json)
    if title.isEmpty { return nil }
  }
}
