import Glibc
import SystemSupport

/// One run of a program, from its start to its end. Blocks its thread for at most the limit and two times of grace.
struct HookRun {
  /// The time limits of a run.
  struct Limits {
    /// The time after which SIGTERM is sent to the program's group.
    var run: Duration = .seconds(10)
    /// The time from there to SIGKILL, and from there to giving up.
    var grace: Duration = .seconds(1)
    /// The same, when the radio ends.
    var lastGrace: Duration = .milliseconds(250)
  }

  /// How far a run is.
  private enum Phase {
    /// The program may run.
    case running
    /// It was asked to end.
    case terminating
    /// It was killed.
    case killed
  }

  /// The interval at which processes are looked for that a program left behind in its group.
  private static let groupInterval: Duration = .milliseconds(100)
  /// The interval between two reads of output that is left out: a flood of it costs little.
  private static let floodInterval: Duration = .milliseconds(10)
  private static let readSize = 16 << 10
  /// The number of reads after the end: a pipe holds 64 KiB.
  private static let lastReads = 4

  private let process: HookProcess
  private let output: OutputPipe
  private let exit: WakePipe
  private let stop: Int32
  private let limits: Limits
  private var phase = Phase.running
  /// True when the leader of the group has ended.
  private var isGone = false
  private var end: HookEnd?
  private var forced: HookEnd?
  private var deadline: ContinuousClock.Instant
  private var lines = HookOutput()

  /// Runs `program` for `event` until it has ended, or until the descriptor `stop` is readable. `write` gets the lines
  /// of its output.
  static func run(
    _ program: HookProgram, environment: [String], stop: Int32, limits: Limits, write: (String) -> Void
  ) -> HookEnd {
    guard let pipe = OutputPipe(), let exit = WakePipe() else { return .notStarted("no descriptors are left") }
    do throws(HookError) {
      let process = try HookProcess(program.path, environment: environment, output: pipe.writeEnd)
      pipe.closeWriteEnd()
      let leader = process.leader
      let isWatched = PlainThread.start(stackBytes: 128 << 10) {
        HookProcess.waitForEnd(of: leader)
        exit.wake()
      }
      var run = HookRun(process: process, output: pipe, exit: exit, stop: stop, limits: limits)
      return run.wait(isWatched: isWatched, write: write)
    } catch {
      return .notStarted(error.description)
    }
  }

  private init(process: HookProcess, output: OutputPipe, exit: WakePipe, stop: Int32, limits: Limits) {
    self.process = process
    self.output = output
    self.exit = exit
    self.stop = stop
    self.limits = limits
    deadline = .now + limits.run
  }

  private mutating func wait(isWatched: Bool, write: (String) -> Void) -> HookEnd {
    if !isWatched { force(.notStarted("no thread is left"), grace: limits.lastGrace) }
    var isOpen = true
    running: while true {
      let taken = process.reap()
      // The system takes ended children itself where the program that started this one ignores SIGCHLD.
      if end == nil { end = taken ?? (isGone ? .exited(EXIT_SUCCESS) : nil) }
      if end != nil, !process.hasMembers { break }
      let now = ContinuousClock.now
      if now >= deadline {
        switch phase {
        case .running: force(.late, grace: limits.grace)
        case .terminating:
          process.signal(SIGKILL)
          phase = .killed
          deadline = now + (forced == .interrupted ? limits.lastGrace : limits.grace)
        case .killed: break running  // a process that even SIGKILL does not end
        }
      }
      isOpen = pollOnce(isOpen: isOpen, now: now, write: write) && isOpen
    }
    for _ in 0..<Self.lastReads where isOpen { isOpen = readOutput(write) }
    if let last = lines.end() { write(last) }
    if lines.isCut { write("(more output is left out)") }
    return forced ?? end ?? .late
  }

  /// Sends SIGTERM to the group. What a program left behind after its own end does not change how that was.
  private mutating func force(_ reason: HookEnd, grace: Duration) {
    process.signal(SIGTERM)
    if end == nil { forced = reason }
    phase = .terminating
    deadline = .now + grace
  }

  /// Waits for output, for the end of the program and for the end of the radio. Returns false when the output ended.
  private mutating func pollOnce(isOpen: Bool, now: ContinuousClock.Instant, write: (String) -> Void) -> Bool {
    let isStopping = phase != .running
    var slots = [
      pollfd(fd: isOpen && !lines.isCut ? output.readEnd : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: end == nil ? exit.readEnd : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: isStopping ? -1 : stop, events: Int16(POLLIN), revents: 0),
    ]
    let rest = max(.zero, deadline - now)
    // A group has no descriptor: only a program that left processes behind is looked at again and again.
    var wait = end == nil && phase != .killed ? rest : min(rest, Self.groupInterval)
    if isOpen, lines.isCut { wait = min(wait, Self.floodInterval) }
    poll(&slots, nfds_t(slots.count), Int32((wait / .milliseconds(1)).rounded(.up)))
    if slots[1].revents != 0 { isGone = true }
    if slots[2].revents != 0 { force(.interrupted, grace: limits.lastGrace) }
    return slots[0].revents == 0 && !lines.isCut || readOutput(write)
  }

  /// Reads what is there, at most one buffer. Returns false at the end of the output.
  private mutating func readOutput(_ write: (String) -> Void) -> Bool {
    var isOpen = true
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.readSize) { buffer, count in
      let result = read(output.readEnd, buffer.baseAddress, Self.readSize)
      isOpen = result > 0 || result < 0 && (errno == EAGAIN || errno == EINTR)
      count = max(0, result)
    }
    for line in lines.append(bytes) { write(line) }
    return isOpen
  }
}

/// A pipe for the output of a program. Its read end does not block; both ends are closed on `exec`.
private final class OutputPipe {
  let readEnd: Int32
  private(set) var writeEnd: Int32

  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    (readEnd, writeEnd) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(readEnd, F_SETFL, O_NONBLOCK)
  }

  deinit {
    close(readEnd)
    closeWriteEnd()
  }

  func closeWriteEnd() {
    if writeEnd >= 0 { close(writeEnd) }
    writeEnd = -1
  }
}
