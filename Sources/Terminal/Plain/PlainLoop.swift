import Glibc
import RadioModel
import SystemSupport

/// The loop on a plain view's thread: it waits for lines, answers and events, and prints what there is to say.
struct PlainLoop {
  private let radio: any RadioService
  private let isClient: Bool
  private let input: Int32
  private let isTyped: Bool
  private let pipe: WakePipe
  private let requests: RadioRequests
  private let descriptor: Int32

  private var session: PlainSession
  private var output: PlainOutput
  private var parser = PlainInput()
  /// The lines that were read and not taken yet.
  private var lines: [String] = []
  private var isAtEnd = false
  private var budget = EventBudget()
  private var bytes = [UInt8](repeating: 0, count: 4096)
  /// The time of the last command, in nanoseconds.
  private var sentTime: Int64 = 0
  /// The time since which an answer is missing.
  private var answerTime: Int64?
  /// How the view ends, and when at the latest; nil while it runs.
  private var ending: (isStopping: Bool, until: Int64)?

  /// The interval at which the radio's status is read, in milliseconds.
  private static let pause: Int32 = 250
  /// The longest wait for an answer before the next line of a script and before the end, in nanoseconds.
  private static let maximumAnswerTime: Int64 = 15_000_000_000
  /// The time in which a command is sent to a radio in another process, in nanoseconds.
  private static let sendingTime: Int64 = 500_000_000
  /// The longest wait for a radio to stop, in nanoseconds.
  private static let stoppingTime: Int64 = 3_000_000_000

  init(radio: any RadioService, isClient: Bool, input: Int32, output: Int32, pipe: WakePipe) {
    self.radio = radio
    self.isClient = isClient
    self.input = input
    self.pipe = pipe
    isTyped = isatty(input) == 1
    descriptor = output
    self.output = PlainOutput(output)
    requests = RadioRequests(of: radio) { pipe.wake() }
    session = PlainSession(radio: radio, requests: requests)
  }

  /// Runs until the view ends; calls `isStopped` in each iteration.
  mutating func run(isStopped: () -> Bool) -> ViewEnd {
    defer { requests.end() }
    output.add(PlainTexts.welcome)
    while true {
      if isStopped() { return .stopped }
      let now = FrameClock.now
      takeAnswers(now)
      if !output.isWaiting {
        printEvents(now)
        takeLine(now)
      }
      guard output.write() else { return .terminalGone }
      if let end = end(now) { return end }
      if !waitForSomething() { return .terminalGone }
    }
  }

  private mutating func takeAnswers(_ now: Int64) {
    for outcome in requests.receive() { printAll(session.lines(for: outcome)) }
    answerTime = session.waitingAnswers == 0 ? nil : answerTime ?? now
  }

  /// Prints what is new of the radio. A station that changes its state or its title all the time is reported more rarely,
  /// with its latest state.
  private mutating func printEvents(_ now: Int64) {
    guard budget.allows(at: now) else { return }
    let lines = session.events()
    budget.spend(lines.count)
    printAll(lines)
  }

  /// True while the next line of a script has to wait for an answer.
  private func isHeld(_ now: Int64) -> Bool {
    guard let answerTime, !isTyped || isAtEnd else { return false }
    return now - answerTime < Self.maximumAnswerTime
  }

  private mutating func takeLine(_ now: Int64) {
    guard ending == nil, !isHeld(now) else { return }
    guard !lines.isEmpty else {
      // The end of the input is the end of the view.
      if isAtEnd { ending = (false, now + Self.stoppingTime) }
      return
    }
    let sent = session.sentCommands
    printAll(session.handle(lines.removeFirst()))
    if session.sentCommands != sent { sentTime = now }
    if session.waitingAnswers > 0, answerTime == nil { answerTime = now }
    switch session.wish {
    case .nothing: break
    case .quit:
      if isClient, radio.status.state.isTunedIn { output.add("the radio plays on; stop and quit stops it") }
      ending = (false, now + Self.stoppingTime)
    case .stopAndQuit: ending = (true, now + Self.stoppingTime)
    }
  }

  private mutating func printAll(_ lines: [String]) {
    for line in lines { output.add(line) }
  }

  /// Returns the end of the view once there is nothing left to do.
  private func end(_ now: Int64) -> ViewEnd? {
    guard let ending, !output.isWaiting || now >= ending.until else { return nil }
    // A radio in another process gets its commands a little later.
    let isSending = isClient && sentTime > 0 && now - sentTime < Self.sendingTime
    let isBusy = ending.isStopping ? radio.status.state.isTunedIn || radio.status.isHeld : isSending
    return isBusy && now < ending.until ? nil : .quitKey
  }

  /// Waits until there may be something to do. Returns false when the output has no reader any more.
  private mutating func waitForSomething() -> Bool {
    let now = FrameClock.now
    let takesInput = !isAtEnd && lines.isEmpty && !output.isWaiting
    var slots = [
      pollfd(fd: pipe.readEnd, events: Int16(POLLIN), revents: 0),
      // `poll` reports errors and hang-ups even without requested events.
      pollfd(fd: descriptor, events: output.isWaiting ? Int16(POLLOUT) : 0, revents: 0),
      pollfd(fd: takesInput ? input : -1, events: Int16(POLLIN), revents: 0),
    ]
    // A line that is there and need not wait is taken at once.
    let isDue = ending == nil && !output.isWaiting && (!lines.isEmpty || isAtEnd) && !isHeld(now)
    let count = poll(&slots, nfds_t(slots.count), isDue ? 0 : Self.pause)
    guard count > 0 else { return true }
    if slots[0].revents != 0 { pipe.drain() }
    if slots[1].revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 { return false }
    if slots[2].revents != 0 { readInput() }
    return true
  }

  private mutating func readInput() {
    let count = bytes.withUnsafeMutableBytes { [input] in read(input, $0.baseAddress, $0.count) }
    if count > 0 {
      lines += parser.feed(bytes[..<count])
    } else if count == 0 || errno != EINTR && errno != EAGAIN {
      isAtEnd = true
      if let rest = parser.finish() { lines.append(rest) }
    }
  }
}

/// Limits the events that are printed: 12 lines at once, and 2 a second for long.
struct EventBudget {
  private var lines = 12.0
  private var time: Int64?

  private static let maximum = 12.0
  private static let linesPerSecond = 2.0

  /// Returns true when an event may be printed at `now`, in nanoseconds of the monotonic clock.
  mutating func allows(at now: Int64) -> Bool {
    let passed = time.map { Double(max(now - $0, 0)) / 1e9 } ?? 0
    time = now
    lines = min(lines + passed * Self.linesPerSecond, Self.maximum)
    return lines >= 1
  }

  /// Notes that this number of lines was printed.
  mutating func spend(_ count: Int) { lines -= Double(count) }
}
