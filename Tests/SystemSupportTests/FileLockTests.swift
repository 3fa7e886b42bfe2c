import Foundation
import SystemSupport
import TestSupport
import Testing

@Suite("A lock between processes")
struct FileLockTests {
  private let scratch: Scratch
  private let path: String

  init() throws {
    scratch = try Scratch()
    path = scratch.path("a.lock")
  }

  private func error(namesOwner: Bool) -> FileLock.LockError? {
    do throws(FileLock.LockError) {
      _ = try FileLock(path: path, namesOwner: namesOwner)
      return nil
    } catch {
      return error
    }
  }

  @Test("only one has the lock, its owner is named, and it is free when it ends")
  func exclusive() throws {
    var lock: FileLock? = try FileLock(path: path, namesOwner: true)
    #expect(error(namesOwner: true) == .taken(owner: Int(getpid())))
    #expect(error(namesOwner: false) == .taken(owner: Int(getpid())))
    #expect(lock != nil)
    lock = nil
    #expect(error(namesOwner: true) == nil && scratch.read("a.lock").isEmpty)
  }

  @Test("a lock without an owner is waited for by one that names its owner, with a limit, and not by another")
  func short() throws {
    var lock: FileLock? = try FileLock(path: path, namesOwner: false)
    #expect(scratch.read("a.lock").isEmpty)
    #expect(error(namesOwner: false) == .taken(owner: nil))
    #expect(error(namesOwner: true) == .taken(owner: nil))
    #expect(lock != nil)
    lock = nil
    #expect(error(namesOwner: true) == nil)
  }

  @Test("a place where no file can be is a reason of the system")
  func impossible() {
    let error = #expect(throws: FileLock.LockError.self) {
      try FileLock(path: scratch.path("none/a.lock"), namesOwner: true)
    }
    if case .system = error {} else { Issue.record("\(String(describing: error))") }
  }
}
