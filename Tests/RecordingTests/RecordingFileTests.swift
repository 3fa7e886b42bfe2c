import Foundation
import Glibc
import NIOCore
import Recording
import SystemSupport
import TestSupport
import Testing

@Suite("The file of a recording")
struct RecordingFileTests {
  private let scratch: Scratch
  private let folder: RecordingFolder

  init() throws {
    scratch = try Scratch()
    folder = RecordingFolder(scratch.path("Radio"))
  }

  private static func name(_ title: String = "Song") -> RecordingName {
    var values = FileNames.Values()
    (values.station, values.title) = ("FIP", title)
    return FileNames.standard.name(for: values, fileExtension: "mp3")
  }

  private func file(_ title: String = "Song", calls: RecordingFile.Calls = .init()) throws -> RecordingFile {
    try RecordingFile(Self.name(title), in: folder, calls: calls)
  }

  private func read(_ name: String) -> [UInt8] { scratch.read("Radio/" + name) }
  private func mode(_ name: String) -> mode_t { stat(ofEntry: scratch.path("Radio/" + name)).map(\.st_mode) ?? 0 }

  /// All files below the folder.
  private var files: [String] {
    let paths = FileManager.default.enumerator(atPath: scratch.path("Radio"))?.compactMap { $0 as? String } ?? []
    return paths.filter { mode($0) & S_IFMT != S_IFDIR }.sorted()
  }

  private static func append(_ bytes: [UInt8], to file: RecordingFile) throws {
    try file.append(ByteBuffer(bytes: bytes))
  }

  private static func failure(_ work: () throws(SystemError) -> Void) -> SystemError? {
    do throws(SystemError) { try work() } catch { return error }
    return nil
  }

  // MARK: - Content

  @Test("the file is private until it is finished, and then has its name and the usual mode")
  func whole() throws {
    let file = try file()
    #expect(files == ["FIP/Song.mp3.part"] && mode("FIP/Song.mp3.part") & 0o777 == 0o600)
    #expect(file.partPath == scratch.path("Radio/FIP/Song.mp3.part"))
    try Self.append([1, 2, 3, 4], to: file)
    try file.append(ByteBuffer(bytes: [5, 6]))
    #expect(file.count == 6)
    #expect(
      try file.finish([(offset: 1, bytes: [9, 9]), (offset: 5, bytes: [7, 7])], isComplete: true) == "FIP/Song.mp3")
    let mask = umask(0o077)
    umask(mask)
    #expect(files == ["FIP/Song.mp3"] && mode("FIP/Song.mp3") & 0o777 == 0o666 & ~mask)
    #expect(mode("FIP") & 0o777 == 0o777 & ~mask)
    #expect(read("FIP/Song.mp3") == [1, 9, 9, 4, 5, 7])
    #expect(file.abandon() == nil && files == ["FIP/Song.mp3"])
  }

  @Test("a file that is not complete goes to its own folder")
  func incomplete() throws {
    let file = try file()
    try Self.append([1], to: file)
    #expect(try file.finish(isComplete: false) == "incomplete/FIP/Song.mp3")
    #expect(files == ["incomplete/FIP/Song.mp3"])
  }

  @Test("256 KiB are written at once, and the file is brought to the disk once")
  func pieces() throws {
    var (sizes, syncs): ([Int], Int) = ([], 0)
    var calls = RecordingFile.Calls()
    calls.write = { descriptor, bytes, count in
      sizes.append(count)
      return write(descriptor, bytes, count)
    }
    calls.sync = { descriptor in
      syncs += 1
      return fsync(descriptor)
    }
    let file = try file(calls: calls)
    let piece = RecordingFile.pieceBytes
    var all: [UInt8] = []
    for (index, size) in [417, piece - 418, 1, 3 * piece + 5, 100].enumerated() {
      let bytes = [UInt8](repeating: UInt8(index + 1), count: size)
      all += bytes
      try Self.append(bytes, to: file)
      #expect(read("FIP/Song.mp3.part") == Array(all[..<(all.count / piece * piece)]))
    }
    #expect(sizes == [piece, piece, piece, piece] && syncs == 0)
    _ = try file.finish(isComplete: true)
    #expect(sizes == [piece, piece, piece, piece, 105] && syncs == 1)
    #expect(read("FIP/Song.mp3") == all)
  }

  @Test("whatever is written and changed, the file is what was written", arguments: [1, 2, 3] as [UInt64])
  func model(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var calls = RecordingFile.Calls()
    // A system may write less than it is asked to.
    calls.write = { descriptor, bytes, count in write(descriptor, bytes, count > 3000 ? count - 2999 : count) }
    calls.pwrite = { descriptor, bytes, count, offset in pwrite(descriptor, bytes, min(count, 7), offset) }
    let file = try file(calls: calls)
    var model: [UInt8] = []
    for step in 0..<60 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: try file.flush()
      case 1...2:
        let offset = Int.random(in: 0...(model.count + 20), using: &random)
        let bytes = (0..<Int.random(in: 0..<50, using: &random)).map { _ in UInt8(step) }
        for (index, byte) in bytes.enumerated() where offset + index < model.count { model[offset + index] = byte }
        try file.change([(offset: offset, bytes: bytes)])
      default:
        let count = Int.random(in: 0..<40_000, using: &random)
        let bytes = [UInt8](repeating: UInt8(step), count: count)
        model += bytes
        try Self.append(bytes, to: file)
      }
      let onDisk = read("FIP/Song.mp3.part")
      #expect(file.count == model.count && onDisk == Array(model[..<onDisk.count]))
    }
    _ = try file.finish(isComplete: true)
    #expect(read("FIP/Song.mp3") == model)
  }

  // MARK: - Names

  @Test("files of one name that are recorded at a time, or are there, each have their own name")
  func numbers() throws {
    try folder.make(["FIP"])
    try scratch.write("old", as: "Radio/FIP/Song.mp3")
    let (second, third) = (try file(), try file())
    #expect(files == ["FIP/Song (2).mp3.part", "FIP/Song (3).mp3.part", "FIP/Song.mp3"])
    try Self.append([2], to: second)
    try Self.append([3], to: third)
    // A file that comes meanwhile is not replaced either.
    try scratch.write("new", as: "Radio/FIP/Song (2).mp3")
    #expect(try third.finish(isComplete: true) == "FIP/Song (3).mp3")
    #expect(try second.finish(isComplete: true) == "FIP/Song (4).mp3")
    #expect(read("FIP/Song (4).mp3") == [2] && read("FIP/Song (3).mp3") == [3])
    #expect(read("FIP/Song.mp3") == Array("old".utf8) && read("FIP/Song (2).mp3") == Array("new".utf8))
  }

  @Test("a file that is there is not replaced where the system cannot rename so", arguments: [ENOSYS, EINVAL])
  func links(code: Int32) throws {
    var calls = RecordingFile.Calls()
    calls.rename = { _, _ in code }
    let (first, second) = (try file(calls: calls), try file(calls: calls))
    try Self.append([1], to: first)
    try Self.append([2], to: second)
    try scratch.write("there", as: "Radio/FIP/Song.mp3")
    #expect(try first.finish(isComplete: true) == "FIP/Song (2).mp3")
    #expect(try second.finish(isComplete: false) == "incomplete/FIP/Song.mp3")
    #expect(files == ["FIP/Song (2).mp3", "FIP/Song.mp3", "incomplete/FIP/Song.mp3"])
    #expect(read("FIP/Song.mp3") == Array("there".utf8) && read("FIP/Song (2).mp3") == [1])
  }

  @Test("a file that cannot be moved to another disk goes to a folder beside it")
  func otherDisk() throws {
    var calls = RecordingFile.Calls()
    let system = calls.rename
    calls.rename = { source, target in
      var (from, to) = (stat(), stat())
      fstat(source.folder, &from)
      fstat(target.folder, &to)
      // The folder beside the file has it as its parent.
      var parent = stat()
      fstatat(target.folder, "..", &parent, 0)
      return from.st_ino == to.st_ino || from.st_ino == parent.st_ino ? system(source, target) : EXDEV
    }
    let file = try file(calls: calls)
    try Self.append([1], to: file)
    #expect(try file.finish(isComplete: false) == "FIP/incomplete/Song.mp3")
    #expect(files == ["FIP/incomplete/Song.mp3"])
  }

  @Test(
    "what is in the place of the file is refused and not touched", arguments: ["link", "dangling", "folder", "pipe"])
  func inThePlace(kind: String) throws {
    try folder.make(["FIP"])
    let part = scratch.path("Radio/FIP/Song.mp3.part")
    try scratch.write("secret", as: "secret")
    switch kind {
    case "link": #expect(symlink(scratch.path("secret"), part) == 0)
    case "dangling": #expect(symlink(scratch.path("nothing"), part) == 0)
    case "folder": #expect(mkdir(part, 0o700) == 0)
    default: #expect(mkfifo(part, 0o600) == 0)
    }
    let words = ["folder": "a folder", "pipe": "a pipe or a device"][kind] ?? "a symbolic link"
    #expect(throws: SystemError.cannotCreate(path: part, reason: "\(words) is in its place; remove it")) {
      try file()
    }
    #expect(scratch.read("secret") == Array("secret".utf8) && access(scratch.path("nothing"), F_OK) != 0)
  }

  @Test("another user's file in the place is refused", .enabled(if: geteuid() == 0))
  func othersFile() throws {
    try folder.make(["FIP"])
    let part = try scratch.write("theirs", as: "Radio/FIP/Song.mp3.part")
    #expect(chown(part, 12345, 12345) == 0)
    let error = #expect(throws: SystemError.self) { try file() }
    #expect(error?.description == "cannot create \(part): another user's file is in its place; remove it")
    #expect(read("FIP/Song.mp3.part") == Array("theirs".utf8))
  }

  @Test("a file that was moved away or exchanged is not taken for the recording", arguments: [true, false])
  func moved(isExchanged: Bool) throws {
    let file = try file()
    try Self.append([1], to: file)
    #expect(rename(file.partPath, scratch.path("Radio/FIP/mine.mp3")) == 0)
    if isExchanged { try scratch.write("theirs", as: "Radio/FIP/Song.mp3.part") }
    #expect(throws: SystemError.cannotWrite(path: file.partPath, reason: "another program moved or removed it")) {
      try file.finish(isComplete: true)
    }
    #expect(file.abandon() == "FIP/Song.mp3.part" && read("FIP/mine.mp3") == [1])
    #expect(files == (isExchanged ? ["FIP/Song.mp3.part"] : []) + ["FIP/mine.mp3"])
  }

  @Test("a folder that is renamed meanwhile keeps its recording")
  func renamedFolder() throws {
    let file = try file()
    try Self.append([1], to: file)
    #expect(rename(scratch.path("Radio/FIP"), scratch.path("Radio/Fip")) == 0)
    _ = try file.finish(isComplete: true)
    #expect(files == ["Fip/Song.mp3"])
  }

  // MARK: - Errors

  /// Calls of a disk with space for `space` bytes.
  private static func disk(_ space: Int, code: Int32 = ENOSPC) -> RecordingFile.Calls {
    var (calls, left) = (RecordingFile.Calls(), space)
    calls.write = { descriptor, bytes, count in
      guard left > 0 || count == 0 else {
        errno = code
        return -1
      }
      let size = write(descriptor, bytes, min(left, count))
      left -= max(size, 0)
      return size
    }
    return calls
  }

  @Test("a disk that is full at the first, a middle or the last byte keeps what it took", arguments: [0, 1, 700_099])
  func full(space: Int) throws {
    let bytes = (0..<7001).flatMap { [UInt8](repeating: UInt8(truncatingIfNeeded: $0), count: 100) }
    let file = try file(calls: Self.disk(space))
    let error = Self.failure { () throws(SystemError) in
      for start in stride(from: 0, to: bytes.count, by: 417) {
        let piece = ByteBuffer(bytes: bytes[start..<min(start + 417, bytes.count)])
        try file.append(piece)
      }
      _ = try file.finish([(offset: 0, bytes: [7])], isComplete: true)
    }
    let reason = "the disk is full; free some space, or choose another folder"
    #expect(error == .cannotWrite(path: scratch.path("Radio/FIP/Song.mp3.part"), reason: reason))
    #expect(Self.failure { () throws(SystemError) in try file.append(ByteBuffer(bytes: [1])) } == error)
    #expect(read("FIP/Song.mp3.part") == Array(bytes[..<space]))
    #expect(file.abandon() == (space == 0 ? nil : "incomplete/FIP/Song.mp3"))
    #expect(files == (space == 0 ? [] : ["incomplete/FIP/Song.mp3"]))
    #expect(read("incomplete/FIP/Song.mp3") == Array(bytes[..<space]))
  }

  @Test(
    "an error of the disk says what to do",
    arguments: [
      (EIO, "Input/output error; look after the disk"), (EDQUOT, "free some space, or choose a folder on another disk"),
      (EFBIG, "File too large; end the recording earlier"), (ENOSPC, "the disk is full; free some space"),
    ])
  func codes(code: Int32, words: String) throws {
    let file = try file(calls: Self.disk(0, code: code))
    try Self.append([1], to: file)
    let error = Self.failure { () throws(SystemError) in try file.flush() }
    #expect(error?.description.hasPrefix("cannot write \(file.partPath): ") == true)
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  @Test("an error at the end leaves a file that is not complete", arguments: ["change", "sync", "rename"])
  func errorAtTheEnd(call: String) throws {
    var calls = RecordingFile.Calls()
    let fails: () -> Int32 = {
      errno = EIO
      return -1
    }
    let system = calls.rename
    var renames = 0
    switch call {
    case "change": calls.pwrite = { _, _, _, _ in Int(fails()) }
    case "sync": calls.sync = { _ in fails() }
    default:
      calls.rename = { source, target in
        renames += 1
        return renames == 1 ? EIO : system(source, target)
      }
    }
    let file = try file(calls: calls)
    try Self.append([1, 2], to: file)
    let error = Self.failure { () throws(SystemError) in
      _ = try file.finish([(offset: 0, bytes: [9])], isComplete: true)
    }
    #expect(error?.description.contains("Input/output error") == true)
    #expect(file.abandon() == "incomplete/FIP/Song.mp3")
    #expect(read("incomplete/FIP/Song.mp3") == (call == "change" ? [1, 2] : [9, 2]))
  }

  @Test("a file that no folder takes stays as it is, and can be found later")
  func nowhere() throws {
    var calls = RecordingFile.Calls()
    calls.rename = { _, _ in EACCES }
    let file = try file(calls: calls)
    try Self.append([1], to: file)
    let error = Self.failure { () throws(SystemError) in _ = try file.finish(isComplete: false) }
    #expect(
      error?.description.hasSuffix("Permission denied; let this user write there, or choose another folder") == true)
    #expect(file.abandon() == "FIP/Song.mp3.part" && read("FIP/Song.mp3.part") == [1])
  }

  @Test("a folder that cannot be made is an error with its path")
  func noFolder() throws {
    let file = try scratch.write("x", as: "file")
    let flat = try FileNames("{title}").name(for: FileNames.Values(), fileExtension: "mp3")
    for (name, path, place) in [
      (Self.name(), file, file + "/FIP"), (Self.name(), file + "/deep/er", file + "/deep/er"), (flat, file, file),
    ] {
      let reason = "Not a directory; a file is in the place of a folder: move it, or choose another folder"
      #expect(throws: SystemError.cannotCreate(path: place, reason: reason)) {
        try RecordingFile(name, in: RecordingFolder(path))
      }
    }
    #expect(scratch.read("file") == Array("x".utf8))
  }
}
