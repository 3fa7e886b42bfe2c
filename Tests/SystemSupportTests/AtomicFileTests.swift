import Foundation
import Glibc
import SystemSupport
import TestSupport
import Testing

@Suite("A file that is replaced as a whole")
struct AtomicFileTests {
  @Test("the file and its new folders are private, and the file is replaced whatever its mode was")
  func modes() throws {
    let scratch = try Scratch()
    let path = scratch.path("a/b/state.json")
    try AtomicFile.write([1, 2, 3], to: path)
    chmod(path, 0o644)
    try AtomicFile.write([4], to: path)
    #expect(scratch.read("a/b/state.json") == [4])
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(stat(scratch.path("a"), &status) == 0 && status.st_mode & 0o777 == 0o700)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path("a/b")) == ["state.json"])
  }

  @Test("a shared file may be read by others, keeps the mode of an existing one, and is made in no new folder")
  func shared() throws {
    let scratch = try Scratch()
    let path = scratch.path("list")
    let mask = umask(0)
    umask(mask)
    func mode() -> mode_t {
      var status = stat()
      return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }
    try AtomicFile.writeShared([1], to: path)
    #expect(scratch.read("list") == [1] && mode() == 0o644 & ~mask)
    chmod(path, 0o600)
    try AtomicFile.writeShared([2], to: path)
    #expect(scratch.read("list") == [2] && mode() == 0o600)
    let lost = scratch.path("a/b")
    let fault = SystemError.cannotCreate(path: lost, reason: "there is no folder \(scratch.path("a"))")
    #expect(throws: fault) { try AtomicFile.writeShared([3], to: lost) }
    #expect(access(scratch.path("a"), F_OK) != 0)
  }

  @Test("a write never replaces a pipe, a folder or a link to a pipe", arguments: ["pipe", "folder", "link"])
  func noFile(kind: String) throws {
    let scratch = try Scratch()
    let path = scratch.path("x")
    switch kind {
    case "pipe": #expect(mkfifo(path, 0o600) == 0)
    case "folder": #expect(mkdir(path, 0o700) == 0)
    default: #expect(mkfifo(scratch.path("y"), 0o600) == 0 && symlink("y", path) == 0)
    }
    let fault = SystemError.cannotCreate(path: path, reason: "it is not a plain file")
    #expect(throws: fault) { try AtomicFile.write([1], to: path) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).count == (kind == "link" ? 2 : 1))
  }

  @Test(
    "a write through a symbolic link keeps the link and writes its target, even when the target is missing",
    arguments: [true, false])
  func link(isThere: Bool) throws {
    let scratch = try Scratch()
    #expect(symlink("far/target", scratch.path("link")) == 0)
    if isThere { try AtomicFile.write([1, 2], to: scratch.path("far/target")) }
    try AtomicFile.write([7], to: scratch.path("link"))
    #expect(scratch.read("far/target") == [7])
    var status = stat()
    #expect(lstat(scratch.path("link"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
  }
}
