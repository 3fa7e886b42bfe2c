import Glibc
import SystemSupport

/// The loop of a bus thread: receives messages for its ``BusWork`` at a limited pace, and sleeps while nothing happens.
struct BusLoop<Work: BusWork> {
  private let bus: MessageBus
  private let wake: WakeUp
  private var work: Work
  /// Called with the first message; then nil.
  private var whenAnswered: (() -> Void)?
  private var pace = PaceLimit(count: 200, slice: 100_000)

  /// A loop that does `work` at `bus`. Calls `whenAnswered` when the first message has come: the bus let us in.
  init(bus: MessageBus, wake: WakeUp, work: Work, whenAnswered: @escaping () -> Void) {
    self.bus = bus
    self.wake = wake
    self.work = work
    self.whenAnswered = whenAnswered
  }

  /// Runs until `wake` ends it. Throws when the bus disconnects, or when the work ends with an error.
  mutating func run() throws(BusError) {
    try work.begin(at: bus)
    var canSend = true
    while !wake.isOver {
      let now = Self.now
      try work.work(at: bus, now: now)
      var isIdle = false
      // A step also sends queued messages, together with the next message it reads. So a blocked bus that can take data
      // again gets one step.
      while !isIdle, canSend || !bus.isBlocked, pace.admit(at: now) {
        canSend = false
        isIdle = try !step()
      }
      canSend = try wait(isIdle: isIdle)
    }
  }

  /// Does one step of work at the bus. Returns false when there was nothing to do.
  private mutating func step() throws(BusError) -> Bool {
    switch try bus.step() {
    case .idle: return false
    case .progress: return true
    case .message(let message):
      // libsystemd itself reports a connection that is closed, also one that never was complete.
      if let sender = message.sender, sender != "org.freedesktop.DBus.Local" {
        whenAnswered?()
        whenAnswered = nil
      }
      try work.handle(message, at: bus)
      return true
    }
  }

  /// Waits for something to do, without a timeout while nothing is due. Returns true when the bus takes or has data, or
  /// when work is left.
  private func wait(isIdle: Bool) throws(BusError) -> Bool {
    let now = Self.now
    let wish = try bus.wait()
    let pause = pace.wait(at: now)
    var slots = [
      pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: pause == nil ? wish.descriptor : -1, events: wish.events, revents: 0),
    ]
    var deadlines: [UInt64] = []
    if let pause {
      deadlines.append(pause)
    } else if bus.isBlocked {
      slots[1].events = Int16(POLLOUT)
    } else if !isIdle {
      return true
    } else if let deadline = wish.deadline {
      deadlines.append(deadline)
    }
    if let next = work.nextWork(at: bus) { deadlines.append(next) }
    let timeout = deadlines.min().map { Int32(clamping: $0 > now ? ($0 - now + 999) / 1000 : 0) } ?? -1
    poll(&slots, nfds_t(slots.count), timeout)
    if slots[0].revents != 0 { wake.drain() }
    return slots[1].revents != 0
  }

  /// The time of the monotonic clock, in µs.
  private static var now: UInt64 { UInt64(SystemTime.monotonicNanoseconds / 1000) }
}
