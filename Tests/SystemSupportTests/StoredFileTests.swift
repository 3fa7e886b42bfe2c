import Glibc
import JSON
import Synchronization
import SystemSupport
import TestSupport
import Testing

@Suite("A file that is read and replaced later")
struct StoredFileTests {
  private let scratch: Scratch
  private let faults = Faults()

  private final class Faults: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  init() throws { scratch = try Scratch() }

  private func file(_ name: String = "state", limit: Int = 1000) -> StoredFile {
    StoredFile(path: scratch.path(name), maximumBytes: limit) { [faults] in faults.add($0) }
  }

  private static let number = StoredFile.object(version: 2) { (json) throws(JSONError) -> Int in
    guard let number = json["number"]?.integer(Int.self) else { throw JSONError(line: json.line, reason: "no number") }
    return number
  }

  private func write(_ number: Int, to file: StoredFile) throws(SystemError) {
    try file.write(Array(#"{"version":2,"number":\#(number)}"#.utf8))
  }

  private func text(_ name: String) -> String { String(decoding: scratch.read(name), as: UTF8.self) }

  @Test("what was written is read, and a file that is missing is not a fault")
  func roundTrip() throws {
    #expect(file().read(Self.number) == nil)
    try write(7, to: file())
    #expect(file().read(Self.number) == 7)
    try file().replace(Self.number) { Array(#"{"version":2,"number":\#(($0 ?? 0) + 1)}"#.utf8) }
    #expect(file().read(Self.number) == 8)
    #expect(faults.all.isEmpty, "\(faults.all)")
  }

  @Test(
    "a damaged file is kept under another name with one line, before it is replaced",
    arguments: [
      "", "{\"version\":2,\"numb", "[]", #"{"version":1}"#, #"{"version":2}"#, String(repeating: " ", count: 1001),
    ],
    [true, false])
  func damaged(text: String, isReadFirst: Bool) throws {
    try scratch.write(text, as: "state")
    let file = file()
    if isReadFirst {
      #expect(file.read(Self.number) == nil)
      try write(1, to: file)
    } else {
      try file.replace(Self.number) { known in
        #expect(known == nil)
        return Array(#"{"version":2,"number":1}"#.utf8)
      }
    }
    #expect(self.text("state.bad") == text)
    #expect(file.read(Self.number) == 1 && faults.all.count == 1, "\(faults.all)")
    #expect(faults.all.first?.contains("keeping it as \(scratch.path("state.bad"))") == true)
  }

  @Test("damaged files are kept under nine names, and a tenth stays where it is")
  func names() throws {
    for number in 1...11 {
      try scratch.write("damaged \(number)", as: "state")
      #expect(file().read(Self.number) == nil)
    }
    let names = (1...9).map { $0 == 1 ? "state.bad" : "state.bad.\($0)" }
    #expect(names.map(text) == (1...9).map { "damaged \($0)" } && text("state") == "damaged 11")
    #expect(faults.all.count == 11 && faults.all.last?.contains("it stays as it is") == true, "\(faults.all)")
  }

  @Test("a file of a later version is left alone with one line, and never written in this run")
  func newer() throws {
    let newer = #"{"version":3,"numbers":[1]}"#
    try scratch.write(newer, as: "state")
    let file = file()
    #expect(file.read(Self.number) == nil)
    try write(1, to: file)
    try file.replace(Self.number) { _ in Array("x".utf8) }
    #expect(text("state") == newer && scratch.size("state.bad") == 0 && !file.isWritable)
    #expect(faults.all.count == 1 && faults.all[0].contains("a later version of radiod wrote it"), "\(faults.all)")
  }

  @Test("a folder in place of the file is renamed, and a link that leads nowhere is left alone and not replaced")
  func unreadable() throws {
    mkdir(scratch.path("state"), 0o700)
    try scratch.write("kept", as: "state/inside")
    #expect(file().read(Self.number) == nil)
    #expect(text("state.bad/inside") == "kept")
    // No user can read it, root neither.
    #expect(symlink("loop", scratch.path("loop")) == 0)
    let loop = file("loop")
    #expect(loop.read(Self.number) == nil)
    try write(1, to: loop)
    var status = stat()
    #expect(lstat(scratch.path("loop"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(faults.all.count == 2 && faults.all[1].contains("writes nothing to it"), "\(faults.all)")
  }

  @Test("a damaged file behind a link is renamed where it is, and a link to a device stays")
  func link() throws {
    try scratch.write("damaged", as: "far")
    #expect(symlink("far", scratch.path("state")) == 0)
    let file = file()
    #expect(file.read(Self.number) == nil)
    try write(1, to: file)
    #expect(text("far.bad") == "damaged" && text("far").contains("1"))
    #expect(symlink("/dev/zero", scratch.path("device")) == 0)
    let device = self.file("device")
    #expect(device.read(Self.number) == nil && !device.isWritable)
    #expect(access("/dev/zero", F_OK) == 0)
  }

  @Test("a folder in which nothing can be renamed forbids writing, and nothing is lost", .enabled(if: Self.canMount))
  func readOnly() throws {
    try ReadOnlyFolder.with(scratch.path("folder"), file: ("state", "damaged")) { folder in
      let file = file("folder/state")
      #expect(file.read(Self.number) == nil)
      try write(1, to: file)
      #expect(text("folder/state") == "damaged" && !file.isWritable)
      #expect(faults.all.count == 1, "\(faults.all)")
    }
  }

  private static var canMount: Bool { ReadOnlyFolder.isAvailable }
}

/// A folder that no user can write, root neither.
enum ReadOnlyFolder {
  /// True when this process may mount.
  static let isAvailable =
    geteuid() == 0 && (try? ProcessRunner.run("unshare", ["-m", "true"]))?.exitCode == 0

  /// Makes the folder with one file, and runs `body` with it.
  static func with(_ folder: String, file: (name: String, text: String), _ body: (String) throws -> Void) throws {
    mkdir(folder, 0o700)
    guard try ProcessRunner.run("mount", ["-t", "tmpfs", "none", folder]).exitCode == 0 else { return }
    defer { umount2(folder, Int32(MNT_DETACH)) }
    let descriptor = open("\(folder)/\(file.name)", O_WRONLY | O_CREAT, 0o600)
    let bytes = Array(file.text.utf8)
    #expect(write(descriptor, bytes, bytes.count) == bytes.count)
    close(descriptor)
    guard try ProcessRunner.run("mount", ["-o", "remount,ro", folder]).exitCode == 0 else { return }
    try body(folder)
  }
}
