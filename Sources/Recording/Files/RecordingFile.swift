package import Glibc
package import NIOCore
package import SystemSupport

/// A file while it is recorded: `NAME.part`, which is private and locked, and has at any time what was written so far.
/// Used on one thread, which waits for the disk.
///
/// It gets its name when it is finished, and never takes the place of a file. When this object ends before, the file
/// stays as it is; ``RecordingFolder/adoptLeftovers()`` finds it.
package final class RecordingFile {
  /// The number of bytes that are written at once.
  package static let pieceBytes = 256 << 10

  /// The calls to the system that a test replaces. Each result is that of the system's, with the reason in `errno`.
  package struct Calls {
    package var write: (Int32, UnsafeRawPointer?, Int) -> Int = Glibc.write
    package var pwrite: (Int32, UnsafeRawPointer?, Int, off_t) -> Int = Glibc.pwrite
    package var sync: (Int32) -> Int32 = Glibc.fsync
    /// Renames the file of a name in a folder unless the target exists. Returns 0 or the error number.
    package var rename: ((folder: Int32, name: String), (folder: Int32, name: String)) -> Int32 = {
      ExclusiveRename.inOneStep($0, to: $1)
    }

    /// Those of the system.
    package init() {}
  }

  /// The path of the file while it is written.
  package let partPath: String
  /// The number of bytes of the file, those included that are not written yet.
  package var count: Int { written + buffer.count }

  private let folder: RecordingFolder
  private let name: RecordingName
  private let number: Int
  private let part: String
  private let directory: Int32
  private let descriptor: Int32
  private let calls: Calls
  private var buffer: [UInt8] = []
  private var written = 0
  private var failure: SystemError?
  private var isPlaced = false

  /// Creates the file `name` in `folder`, or ` (2)`, ` (3)` … where that name or its `.part` exists. Throws
  /// `.cannotCreate`, also when a symbolic link or another user's file is in the place of the `.part`.
  package init(
    _ name: RecordingName, in folder: RecordingFolder, calls: Calls = Calls()
  ) throws(SystemError) {
    let directory = try folder.open(name.folders)
    do throws(SystemError) {
      (number, descriptor) = try Self.create(name, in: directory, path: folder.path(name.folders))
    } catch {
      close(directory)
      throw error
    }
    self.folder = folder
    self.name = name
    self.directory = directory
    self.calls = calls
    part = name.file(number) + RecordingName.partEnd
    partPath = folder.path(name.folders + [part])
  }

  deinit {
    close(descriptor)
    close(directory)
  }

  // MARK: - Writing

  /// Writes `bytes` behind those before. Throws `.cannotWrite`, from then on always; then the file is what was written.
  package func append(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    if let failure { throw failure }
    if buffer.capacity < Self.pieceBytes { buffer.reserveCapacity(Self.pieceBytes) }
    var rest = bytes
    while !rest.isEmpty {
      let size = min(rest.count, Self.pieceBytes - buffer.count)
      buffer.append(contentsOf: UnsafeRawBufferPointer(rebasing: rest[..<size]))
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(size))
      if buffer.count == Self.pieceBytes { try flush() }
    }
  }

  /// Writes the readable bytes of `bytes` behind those before. Throws as the other method does.
  package func append(_ bytes: ByteBuffer) throws(SystemError) {
    let result: Result<Void, SystemError> = bytes.withUnsafeReadableBytes { bytes in
      Result { () throws(SystemError) in try append(bytes) }
    }
    try result.get()
  }

  /// Changes bytes of the file. Those behind its end are left out. Throws `.cannotWrite`.
  package func change(_ patches: [FileForm.Patch]) throws(SystemError) {
    for (offset, bytes) in patches where offset >= 0 {
      let onDisk = max(0, min(bytes.count, written - offset))
      var done = 0
      while done < onDisk {
        let size = bytes.withUnsafeBytes { bytes in
          calls.pwrite(descriptor, bytes.baseAddress.map { $0 + done }, onDisk - done, off_t(offset + done))
        }
        if size < 0, errno == EINTR { continue }
        guard size > 0 else { throw failed(size < 0 ? errno : EIO) }
        done += size
      }
      for index in bytes.indices.dropFirst(onDisk) where offset + index < count {
        buffer[offset + index - written] = bytes[index]
      }
    }
  }

  /// Writes what is not written yet. Throws `.cannotWrite`.
  package func flush() throws(SystemError) {
    if let failure { throw failure }
    var done = 0
    defer {
      written += done
      buffer.removeAll(keepingCapacity: true)
    }
    while done < buffer.count {
      let size = buffer.withUnsafeBytes { bytes in
        calls.write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
      }
      if size < 0, errno == EINTR { continue }
      guard size > 0 else { throw failed(size < 0 ? errno : EIO) }
      done += size
    }
  }

  // MARK: - The end

  /// Changes `patches` in the file, brings it to the disk and gives it its name: in `incomplete`, unless it `isComplete`.
  /// Returns the name below the folder. Throws `.cannotWrite` and `.cannotCreate`; then ``abandon()`` is to be called.
  package func finish(_ patches: [FileForm.Patch] = [], isComplete: Bool) throws(SystemError) -> String {
    try flush()
    try change(patches)
    guard fchmod(descriptor, Self.finishedMode) == 0 else { throw failed(errno) }
    while calls.sync(descriptor) != 0 {
      guard errno == EINTR else { throw failed(errno) }
    }
    return try place(isComplete: isComplete)
  }

  /// Ends a file that cannot be written any more: what was written gets a name in `incomplete`. Returns the name of the
  /// file below the folder, which is that of the `.part` where it cannot be renamed; nil when nothing was written, and
  /// the empty file is removed. Does nothing to a finished file.
  package func abandon() -> String? {
    guard !isPlaced else { return nil }
    let path = (name.folders + [part]).joined(separator: "/")
    if failure == nil { try? flush() }
    guard written > 0 else {
      if isInPlace { unlinkat(directory, part, 0) }
      isPlaced = true
      return nil
    }
    fchmod(descriptor, Self.finishedMode)
    return (try? place(isComplete: false)) ?? path
  }

  private func place(isComplete: Bool) throws(SystemError) -> String {
    guard isInPlace else {
      throw .cannotWrite(path: partPath, reason: "another program moved or removed it")
    }
    if !isComplete {
      let name = try folder.putAside((directory, part), of: name, by: calls.rename)
      isPlaced = true
      return name
    }
    let (number, code) = RecordingFolder.put(
      (directory, part), as: name, from: number, in: directory, by: calls.rename)
    guard code == 0 else {
      throw .cannotWrite(path: folder.path(name.folders + [name.file(number)]), reason: DiskReason.text(of: code))
    }
    isPlaced = true
    return name.path(number)
  }

  /// True while the `.part` is this file.
  private var isInPlace: Bool { Self.isSame(descriptor, as: part, in: directory) }

  private func failed(_ code: Int32) -> SystemError {
    let error = SystemError.cannotWrite(path: partPath, reason: DiskReason.text(of: code))
    failure = failure ?? error
    return error
  }

  /// The mode of a finished file: that of any new file, by the user's mask.
  static var finishedMode: mode_t {
    // Not by `umask`, which would change the mask of all threads for a moment.
    let line = ReadableFile.systemText("/proc/self/status").split(separator: "\n").first { $0.hasPrefix("Umask:") }
    let digits = line?.split(whereSeparator: \.isWhitespace).last
    return 0o666 & ~(digits.flatMap { mode_t($0, radix: 8) } ?? 0o077)
  }

  // MARK: - Creation

  /// Returns the number of a name that is free, and the descriptor of its `.part`, which is new and locked.
  private static func create(
    _ name: RecordingName, in directory: Int32, path: String
  ) throws(SystemError) -> (Int, Int32) {
    for number in 1...RecordingName.maximumNumber {
      let file = name.file(number)
      let part = file + RecordingName.partEnd
      var status = stat()
      if fstatat(directory, file, &status, AT_SYMLINK_NOFOLLOW) == 0 { continue }
      guard errno == ENOENT else {
        throw .cannotCreate(path: "\(path)/\(file)", reason: DiskReason.text(of: errno))
      }
      let descriptor = openat(directory, part, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else {
        let code = errno
        guard code == EEXIST else { throw .cannotCreate(path: "\(path)/\(part)", reason: DiskReason.text(of: code)) }
        if let entry = foreignEntry(part, in: directory) {
          throw .cannotCreate(path: "\(path)/\(part)", reason: "\(entry) is in its place; remove it")
        }
        continue
      }
      // Where files cannot be locked, no program takes the file for a leftover either.
      if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR {
        close(descriptor)
        continue
      }
      guard isSame(descriptor, as: part, in: directory) else {
        close(descriptor)
        continue
      }
      return (number, descriptor)
    }
    throw .cannotCreate(
      path: "\(path)/\(name.file())", reason: "there are \(RecordingName.maximumNumber) files of this name")
  }

  /// Returns what is in the place of `part`; nil for a file of this user, or nothing.
  private static func foreignEntry(_ part: String, in directory: Int32) -> String? {
    var status = stat()
    guard fstatat(directory, part, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return status.st_uid == geteuid() ? nil : "another user's file"
    case S_IFLNK: return "a symbolic link"
    case S_IFDIR: return "a folder"
    default: return "a pipe or a device"
    }
  }

  private static func isSame(_ descriptor: Int32, as name: String, in directory: Int32) -> Bool {
    var named = stat()
    guard let open = stat(of: descriptor) else { return false }
    return fstatat(directory, name, &named, AT_SYMLINK_NOFOLLOW) == 0 && named.isSameFile(as: open)
  }
}
