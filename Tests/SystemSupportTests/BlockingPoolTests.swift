import Glibc
import Synchronization
import SystemSupport
import TestSupport
import Testing

@Suite("The pool for blocking calls", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct BlockingPoolTests {
  /// Counts the calls that run at the same time.
  private final class Gauge: Sendable {
    private let state = Mutex((now: 0, most: 0))

    var maximum: Int { state.withLock { $0.most } }

    func enter() {
      state.withLock { state in
        state.now += 1
        state.most = max(state.most, state.now)
      }
    }

    func leave() { state.withLock { $0.now -= 1 } }
  }

  @Test("the pool makes every call, with no more threads than its limit", arguments: [1, 2, 5])
  func bounded(threads: Int) async throws {
    let pool = BlockingPool(threads: threads)
    let gauge = Gauge()
    let sum = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<200 {
        group.addTask {
          try await pool.run {
            gauge.enter()
            usleep(500)  // others may start meanwhile
            gauge.leave()
            return number
          }
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(sum == 199 * 100)
    #expect((1...threads).contains(gauge.maximum))
  }

  @Test("the pool passes on the error of a call, and makes the next call")
  func failure() async throws {
    let pool = BlockingPool(threads: 1)
    await #expect(throws: SystemError.cannotRead(path: "x", reason: "none")) {
      try await pool.run { throw SystemError.cannotRead(path: "x", reason: "none") }
    }
    #expect(try await pool.run { 7 } == 7)
  }

  @Test("a call that hangs is left behind after its limit and on cancellation, and one that never began is dropped")
  func hangs() async throws {
    let pool = BlockingPool(threads: 1)
    let (begun, released) = (OneShotEvent(), OneShotEvent())
    let hanging = Task {
      try await pool.run(within: .seconds(600)) {
        begun.set()
        _ = released.block(limit: .seconds(600))
        return 1
      }
    }
    #expect(begun.block(limit: .seconds(60)))
    let hasRun = OneShotEvent()
    #expect(try await pool.run(within: .milliseconds(20)) { hasRun.set() } == nil)
    hanging.cancel()
    let left = try await hanging.value
    #expect(left == nil)
    released.set()
    #expect(try await pool.run(within: .seconds(60)) { 7 } == 7)
    #expect(!hasRun.hasHappened)
    await #expect(throws: SystemError.cannotRead(path: "x", reason: "none")) {
      try await pool.run(within: .seconds(60)) { throw SystemError.cannotRead(path: "x", reason: "none") }
    }
  }

  @Test("the pool keeps no thread when it has no calls")
  func rest() async throws {
    let pool = BlockingPool(threads: 2)
    let name = "pool-under-test"
    for _ in 0..<20 {
      try await pool.run {
        guard let file = fopen("/proc/thread-self/comm", "w") else { return }
        fputs(name, file)
        fclose(file)
      }
    }
    let deadline = ContinuousClock.now + TestTime.seconds(10)
    while Self.threadNames().contains(name), ContinuousClock.now < deadline {
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(!Self.threadNames().contains(name))
  }

  /// The names of this process's threads.
  private static func threadNames() -> [String] {
    guard let folder = opendir("/proc/self/task") else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let id = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard let file = fopen("/proc/self/task/\(id)/comm", "r") else { continue }
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 64)
      if fgets(&line, 64, file) != nil {
        names.append(String(decoding: line.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
      }
    }
    return names
  }
}
