import Glibc
import SystemSupport
import TestSupport
import Testing

@Suite("A file that is read with bounds", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct ReadableFileTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test(
    "a whole file is read, and of a larger one a single byte beyond the limit", arguments: [0, 1, 99, 100, 101, 5000])
  func limit(size: Int) throws {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
    let path = try scratch.write(bytes, as: "file")
    #expect(try ReadableFile.bytes(of: path, limit: 100) == Array(bytes.prefix(101)))
  }

  @Test("a part is read from anywhere, as far as the file goes")
  func part() throws {
    let path = try scratch.write(Array(0..<100), as: "file")
    let file = try ReadableFile(path)
    #expect(try file.read(10..<20) == Array(10..<20))
    #expect(try file.read(95..<200) == Array(95..<100))
    #expect(try file.read(100..<200) == [])
    #expect(try file.read(5..<5) == [])
    #expect(file.status?.st_size == 100)
  }

  @Test("what cannot be opened or read is named")
  func failures() throws {
    #expect(throws: ReadableFile.ReadError.system(code: ENOENT)) {
      try ReadableFile.bytes(of: scratch.path("none"), limit: 1)
    }
    #expect(throws: ReadableFile.ReadError.system(code: EISDIR)) { try ReadableFile.bytes(of: scratch.path, limit: 1) }
    #expect(ReadableFile.ReadError.system(code: ENOENT).reason == "No such file or directory")
  }

  @Test("a pipe whose writer sends nothing fails after the timeout, and one without a writer is empty")
  func pipes() throws {
    let path = scratch.path("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    #expect(try ReadableFile.bytes(of: path, limit: 10) == [])
    let writer = open(path, O_RDWR | O_NONBLOCK)
    defer { close(writer) }
    #expect(throws: ReadableFile.ReadError.silentPipe) {
      try ReadableFile.bytes(of: path, limit: 10, pipeTimeout: .milliseconds(20))
    }
  }

  @Test("the text of a system file is empty when the file cannot be read")
  func systemText() {
    #expect(ReadableFile.systemText("/proc/self/stat").hasPrefix("\(getpid()) ("))
    #expect(ReadableFile.systemText("/proc/none") == "")
  }

  @Test("two paths are the same file through links of both kinds, and not when one does not exist")
  func identity() throws {
    let path = try scratch.write([UInt8(1)], as: "file")
    #expect(link(path, scratch.path("second")) == 0 && symlink("file", scratch.path("third")) == 0)
    try scratch.write("x", as: "other")
    for name in ["file", "second", "third", "../\(scratch.path.split(separator: "/").last ?? "")/file"] {
      #expect(FileIdentity.isSame(path, scratch.path(name)), "\(name)")
    }
    #expect(!FileIdentity.isSame(path, scratch.path("other")))
    #expect(!FileIdentity.isSame(scratch.path("none"), scratch.path("none")))
  }
}
