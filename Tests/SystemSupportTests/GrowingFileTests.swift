import Foundation
import Glibc
import SystemSupport
import TestSupport
import Testing

@Suite("A file that takes its name when it is whole")
struct GrowingFileTests {
  private func files(_ scratch: Scratch) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted()
  }

  @Test("the old file stays until the new one is whole, and keeps its mode")
  func replaces() throws {
    let scratch = try Scratch()
    let path = try scratch.write([1, 2, 3], as: "x")
    chmod(path, 0o640)
    let file = try GrowingFile(path)
    try file.append([4])
    try file.append([5, 6])
    #expect(scratch.read("x") == [1, 2, 3])
    try file.commit()
    #expect(scratch.read("x") == [4, 5, 6])
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o640)
    #expect(try files(scratch) == ["x"])
  }

  @Test("a new file has the mode that the user's mask leaves, and appears when it is whole")
  func new() throws {
    let scratch = try Scratch()
    let path = scratch.path("x")
    let mask = umask(0o077)
    umask(mask)
    let file = try GrowingFile(path)
    try file.append([4])
    #expect(access(path, F_OK) != 0)
    try file.commit()
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o666 & ~mask)
    #expect(scratch.read("x") == [4])
  }

  @Test("a file that is given up leaves the old one and nothing else")
  func givenUp() throws {
    let scratch = try Scratch()
    let path = try scratch.write([1], as: "x")
    do {
      let file = try GrowingFile(path)
      try file.append([4])
    }
    #expect(scratch.read("x") == [1])
    #expect(try files(scratch) == ["x"])
  }

  @Test("a device without space refuses bytes, and a folder or a missing folder is not a file")
  func refused() throws {
    let full = try GrowingFile("/dev/full")
    #expect(throws: SystemError.cannotWrite(path: "/dev/full", reason: SystemReason.text(of: ENOSPC))) {
      try full.append([1])
    }
    let scratch = try Scratch()
    for path in [scratch.path, scratch.path("missing/x")] {
      do throws(SystemError) {
        _ = try GrowingFile(path)
        Issue.record("\(path) was created")
      } catch {
        guard case .cannotCreate = error else {
          Issue.record("\(error)")
          continue
        }
      }
    }
  }

  @Test("bytes without a name are read as they were written, and leave nothing", arguments: [0, 1, 65_536, 200_001])
  func nameless(count: Int) throws {
    let scratch = try Scratch()
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let file = try NamelessFile(in: scratch.path, for: "x")
    for start in stride(from: 0, to: count, by: 30_000) {
      let piece = Array(bytes[start..<min(start + 30_000, count)])
      try piece.withUnsafeBytes { try file.append($0) }
    }
    for _ in 0..<2 {
      var read: [UInt8] = []
      try file.read { (piece) throws(SystemError) in read += piece }
      #expect(read == bytes && file.count == count)
    }
    #expect(try files(scratch).isEmpty)
  }
}
