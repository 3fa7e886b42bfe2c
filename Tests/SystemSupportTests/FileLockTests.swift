import Foundation
import Synchronization
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

  @Test("one without a name that waits gets a lock without an owner when it is released")
  func waits() async throws {
    var lock: FileLock? = try FileLock(path: path, namesOwner: false)
    let path = path
    let waiter = Task.detached {
      while (try? FileLock(path: path, namesOwner: false, waits: true)) == nil {}
    }
    #expect(lock != nil)
    lock = nil
    await waiter.value
  }

  @Test("a lock without an owner takes away the id that a killed process left")
  func leftover() throws {
    try scratch.write("17\n", as: "a.lock")
    let lock = try FileLock(path: path, namesOwner: false)
    #expect(scratch.read("a.lock").isEmpty)
    #expect(error(namesOwner: true) == .taken(owner: nil))
    withExtendedLifetime(lock) {}
  }

  @Test("a lock that is not taken closes its descriptor once, and never that of another file")
  func closesOnce() async throws {
    let lock = try FileLock(path: path, namesOwner: true)
    let hasEnded = Atomic(false)
    async let lost = Self.lostDescriptors { hasEnded.load(ordering: .relaxed) }
    for _ in 0..<5000 { #expect(error(namesOwner: false) == .taken(owner: Int(getpid()))) }
    hasEnded.store(true, ordering: .relaxed)
    #expect(await lost == 0)
    withExtendedLifetime(lock) {}
  }

  /// Opens and closes descriptors until `hasEnded`, and returns how many of them were closed elsewhere.
  private static func lostDescriptors(until hasEnded: @Sendable () -> Bool) async -> Int {
    var lost = 0
    repeat {
      let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
      if descriptor >= 0, close(descriptor) != 0 { lost += 1 }
    } while !hasEnded()
    return lost
  }

  @Test("a place where no file can be is a reason of the system")
  func impossible() {
    let error = #expect(throws: FileLock.LockError.self) {
      try FileLock(path: scratch.path("none/a.lock"), namesOwner: true)
    }
    if case .system = error {} else { Issue.record("\(String(describing: error))") }
  }
}
