import Bytes
import Glibc
import JSON
package import SystemSupport

/// The file `log.jsonl` of a folder: a line for each file of a log, and `log.part`, the line of the file that is being
/// written. Locked as long as this object lives. Used on one thread, which waits for the disk.
///
/// A line is written as a whole or not at all. Where a program was killed, the next one adds the line that is missing.
package final class LogIndex {
  /// A file that a line names, and that is there.
  struct Entry: Sendable, Equatable {
    /// The name below the folder.
    var file: String
    /// Its size in bytes, by the line.
    var size: Int
    /// When it ended, in seconds since 1970.
    var end: Double
  }

  /// The name of the file with the line that is not complete yet.
  package static let draftName = "log.part"
  /// The maximum length of a line that is read, in bytes; longer ones are left alone.
  private static let maximumLine = 8 << 20
  private static let chunkBytes = 256 << 10

  package let folder: RecordingFolder
  /// The files that lines name and that are there, in the order of the lines.
  var entries: [Entry] = []
  /// The latest end of a file, in seconds since 1970; nil without a line.
  package private(set) var end: Double?
  /// The descriptor of the folder.
  let directory: Int32
  private let descriptor: Int32
  private let draft: Int32
  /// True when the file does not end with a whole line.
  private var endsInLine = false

  /// Opens the index of `folder`, which is made. Throws `.cannotCreate`, also when another program has it.
  package init(in folder: RecordingFolder) throws(SystemError) {
    self.folder = folder
    let directory = try folder.open([])
    do throws(SystemError) {
      let opened = try Self.open(LogLine.fileName, in: directory, of: folder, mode: RecordingFile.finishedMode)
      guard flock(opened, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
        close(opened)
        throw .cannotCreate(path: folder.path([LogLine.fileName]), reason: "another program writes this log")
      }
      do throws(SystemError) {
        draft = try Self.open(Self.draftName, in: directory, of: folder, mode: 0o600)
      } catch {
        close(opened)
        throw error
      }
      descriptor = opened
    } catch {
      close(directory)
      throw error
    }
    self.directory = directory
    load()
  }

  deinit {
    close(descriptor)
    close(draft)
    close(directory)
  }

  private static func open(
    _ name: String, in directory: Int32, of folder: RecordingFolder, mode: mode_t
  ) throws(SystemError) -> Int32 {
    let flags = O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let opened = openat(directory, name, flags, mode)
    guard opened >= 0 else {
      let reason = errno == ELOOP ? "a symbolic link is in its place; remove it" : DiskReason.text(of: errno)
      throw .cannotCreate(path: folder.path([name]), reason: reason)
    }
    guard let status = stat(of: opened), status.isPlainFile else {
      close(opened)
      throw .cannotCreate(path: folder.path([name]), reason: "it is not a plain file")
    }
    return opened
  }

  // MARK: - Reading

  private func load() {
    var rest: [UInt8] = []
    var isTooLong = false
    var offset = 0
    var chunk = [UInt8](repeating: 0, count: Self.chunkBytes)
    while true {
      let count = pread(descriptor, &chunk, chunk.count, off_t(offset))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      offset += count
      var bytes = chunk[..<count]
      while let newline = bytes.firstIndex(of: UInt8(ascii: "\n")) {
        if !isTooLong { read(rest + bytes[..<newline]) }
        (rest, isTooLong) = ([], false)
        bytes = bytes[(newline + 1)...]
      }
      if rest.count + bytes.count > Self.maximumLine { (rest, isTooLong) = ([], true) }
      if !isTooLong { rest += bytes }
    }
    // A line that was not written to its end.
    endsInLine = !rest.isEmpty || isTooLong
  }

  private func read(_ bytes: [UInt8]) {
    guard let json = try? JSONReader.read(bytes), let line = LogLine(json: json) else { return }
    record(line)
  }

  private func record(_ line: LogLine) {
    end = max(end ?? line.end, line.end)
    // The first line counts: what has the name of a file that was removed is not that file.
    guard status(ofFile: line.file) != nil else { return }
    entries.append(Entry(file: line.file, size: line.size, end: line.end))
  }

  /// Returns the status of the plain file `name`, a name below the folder as lines have it; nil for any other.
  func status(ofFile name: String) -> stat? {
    guard let place = place(ofFile: name) else { return nil }
    defer { if place.folder != directory { close(place.folder) } }
    var status = stat()
    guard fstatat(place.folder, place.name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.isPlainFile else { return nil }
    return status
  }

  /// Returns the place of the file `name`, whose folder is to be closed unless it is ``directory``. Nil for what no log
  /// writes: other folders than `incomplete`, links to folders, and other kinds of files.
  func place(ofFile name: String) -> (folder: Int32, name: String)? {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard let file = parts.last, !file.hasPrefix("."), RecordingName(part: file + RecordingName.partEnd, in: []) != nil
    else { return nil }
    if parts.count == 1 { return (directory, file) }
    guard parts.count == 2, parts[0] == RecordingFolder.incomplete else { return nil }
    let folder = openat(directory, parts[0], O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    return folder >= 0 ? (folder, file) : nil
  }

  // MARK: - Writing

  /// Adds `line`, and brings it to the disk. Throws `.cannotWrite`; then nothing is added.
  package func append(_ line: LogLine) throws(SystemError) {
    let start = stat(of: descriptor)?.st_size ?? 0
    let bytes = (endsInLine ? [UInt8(ascii: "\n")] : []) + JSONWriter.line(line.json) + [UInt8(ascii: "\n")]
    if let code = bytes.withUnsafeBytes({ WholeWrite.write($0, to: descriptor) }) {
      ftruncate(descriptor, start)
      throw .cannotWrite(path: folder.path([LogLine.fileName]), reason: DiskReason.text(of: code))
    }
    fdatasync(descriptor)
    endsInLine = false
    record(line)
    ftruncate(draft, 0)
  }

  /// Notes what is known of the file that is being written, for the case that this program is killed.
  func saveDraft(_ line: LogLine) {
    ftruncate(draft, 0)
    _ = JSONWriter.line(line.json).withUnsafeBytes { WholeWrite.write($0, to: draft) }
  }

  /// Removes the draft, at the end of a log.
  package func removeDraft() {
    guard stat(of: draft)?.st_size == 0 else { return }
    unlinkat(directory, Self.draftName, 0)
  }

  // MARK: - After a crash

  /// Adds lines for files of a program that was killed: those that no program finished get a name in `incomplete`. Returns
  /// the names. Throws `.cannotWrite` when a line cannot be added.
  package func recover() throws(SystemError) -> [String] {
    let names = folder.adoptLeftovers().names
    var draft = readDraft()
    for name in names {
      let own = draft.flatMap { Self.isSameFile($0.file, name) ? $0 : nil }
      if own != nil { draft = nil }
      try appendCutOff(own, name: name)
    }
    if let draft, status(ofFile: draft.file) != nil, !entries.contains(where: { $0.file == draft.file }) {
      try appendCutOff(draft, name: draft.file)
    }
    ftruncate(self.draft, 0)
    return names
  }

  private func appendCutOff(_ draft: LogLine?, name: String) throws(SystemError) {
    guard let status = status(ofFile: name) else { return }
    // It was written last when its last sound was received.
    let end = status.st_mtim.inSeconds
    var line = draft ?? LogLine(file: name, begin: end)
    line.file = name
    line.size = Int(status.st_size)
    line.end = max(line.begin, end)
    line.isCutOff = true
    try append(line)
  }

  private func readDraft() -> LogLine? {
    var bytes = [UInt8](repeating: 0, count: min(Int(stat(of: draft)?.st_size ?? 0), Self.maximumLine))
    let count = pread(draft, &bytes, bytes.count, 0)
    guard count > 0, let json = try? JSONReader.read(Array(bytes[..<count])) else { return nil }
    return LogLine(json: json)
  }

  /// True when `name`, in `incomplete`, is the file `draft`: numbers at the end differ.
  private static func isSameFile(_ draft: String, _ name: String) -> Bool {
    func piece(_ name: String) -> Substring? { name.split(separator: "/").last?.prefix("2026-10-25 02-00+0100".count) }
    return piece(draft) == piece(name)
  }
}
