import Glibc
import Synchronization
import SystemSupport
import TestSupport
import Testing

@Suite("Waiting", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct WaitingTests {
  /// A time that no test reaches.
  private static let never: Duration = .seconds(3600)
  private static let short: Duration = .milliseconds(20)

  // MARK: - The event

  @Test("an event ends the waits of all tasks and threads, and later waits end at once")
  func event() async {
    let event = OneShotEvent()
    let threads = 3
    let ended = (0..<threads).map { _ in OneShotValue<Bool>() }
    for value in ended { #expect(PlainThread.start { value.set(event.block(limit: Self.never)) }) }
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<8 {
        group.addTask { number % 2 == 0 ? await event.wait() : await event.wait(limit: Self.never) }
      }
      #expect(!event.hasHappened)
      event.set()
      event.set()
      for await result in group { #expect(result) }
    }
    for value in ended { #expect(await value.wait() == true) }
    #expect(event.hasHappened)
    #expect(await event.wait())
    #expect(await event.wait(limit: .zero))
    #expect(event.block(limit: .zero))
  }

  @Test("a wait for an event that does not happen ends after its limit")
  func limit() async {
    let event = OneShotEvent()
    #expect(await !event.wait(limit: Self.short))
    #expect(!event.block(limit: Self.short))
  }

  @Test("a cancelled wait ends, also when it was cancelled before it began, and the event still happens for others")
  func cancelledWait() async {
    let event = OneShotEvent()
    let early = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await event.wait()
    }
    #expect(await !early.value)
    let late = Task { await event.wait() }
    let other = Task { await event.wait() }
    late.cancel()
    #expect(await !late.value)
    event.set()
    #expect(await other.value)
  }

  @Test("each wait ends once when the event and a cancellation come at the same time")
  func race() async {
    for _ in 0..<500 {
      let event = OneShotEvent()
      let wait = Task { await event.wait() }
      async let setting: Void = event.set()
      async let cancelling: Void = wait.cancel()
      _ = await (wait.value, setting, cancelling)
      #expect(event.hasHappened)
    }
  }

  @Test("only the first value counts, also when it is nil itself")
  func value() async {
    let number = OneShotValue<Int>()
    #expect(await number.wait(limit: Self.short) == nil)
    number.set(1)
    number.set(2)
    #expect(await number.wait() == 1)
    let nothing = OneShotValue<Int?>()
    nothing.set(nil)
    nothing.set(2)
    #expect(await nothing.wait() == .some(nil))
  }

  // MARK: - Timeouts

  @Test("work in time gives its result or its error")
  func inTime() async throws {
    #expect(await withTimeout(Self.never) { 7 } == 7)
    await #expect(throws: CancellationError.self) {
      try await withTimeout(Self.never) { () async throws -> Int in throw CancellationError() }
    }
  }

  @Test("work that takes too long is cancelled, and gives nil")
  func late() async {
    let wasCancelled = OneShotEvent()
    let result: Int? = await withTimeout(Self.short) {
      _ = await OneShotEvent().wait()
      if Task.isCancelled { wasCancelled.set() }
      return 7
    }
    #expect(result == nil)
    #expect(wasCancelled.hasHappened)
  }

  @Test("when the caller is cancelled, the result of the work counts")
  func cancelledCaller() async {
    let hasBegun = OneShotEvent()
    let caller = Task {
      await withTimeout(Self.never) {
        hasBegun.set()
        return await OneShotEvent().wait() ? 1 : 2
      }
    }
    #expect(await hasBegun.wait())
    caller.cancel()
    #expect(await caller.value == 2)
  }

  // MARK: - Blocking calls

  @Test("a blocking call gives its result, also nil")
  func call() async {
    #expect(await BlockingCall.result(within: Self.never) { 7 } == 7)
    #expect(await BlockingCall.result(within: Self.never) { nil as Int? } == .some(nil))
  }

  @Test("a call that hangs is left after the limit, and when the task is cancelled", arguments: [true, false])
  func hangingCall(isCancelled: Bool) async {
    let (hasBegun, release, hasEnded) = (OneShotEvent(), OneShotEvent(), OneShotEvent())
    let caller = Task {
      await BlockingCall.result(within: isCancelled ? Self.never : Self.short) {
        hasBegun.set()
        defer { hasEnded.set() }
        return release.block(limit: Self.never)
      }
    }
    #expect(await hasBegun.wait())
    if isCancelled { caller.cancel() }
    #expect(await caller.value == nil)
    #expect(!hasEnded.hasHappened)
    release.set()
    #expect(await hasEnded.wait())
  }

  // MARK: - The pipe

  @Test("a pipe wakes a thread in poll, and gives the bytes in order")
  func pipe() throws {
    let pipe = try #require(WakePipe())
    #expect(!isReadable(pipe))
    pipe.wake(3)
    pipe.wake(1)
    #expect(isReadable(pipe))
    #expect(pipe.receive() == [3, 1])
    #expect(!isReadable(pipe) && pipe.receive() == [])
    for _ in 0..<1000 { pipe.wake() }
    pipe.drain()
    #expect(!isReadable(pipe))
    #expect(fcntl(pipe.readEnd, F_GETFD) & FD_CLOEXEC != 0 && fcntl(pipe.writeEnd, F_GETFD) & FD_CLOEXEC != 0)
  }

  @Test("a full pipe does not block the one who wakes, and errno stays as it was")
  func fullPipe() throws {
    let pipe = try #require(WakePipe())
    for _ in 0..<100_000 { pipe.wake() }
    errno = EPERM
    pipe.wake()
    #expect(errno == EPERM)
    #expect(isReadable(pipe))
  }

  private func isReadable(_ pipe: WakePipe) -> Bool {
    var end = pollfd(fd: pipe.readEnd, events: Int16(POLLIN), revents: 0)
    return poll(&end, 1, 0) == 1
  }
}
