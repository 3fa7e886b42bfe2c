import Glibc
import RadioModel
import Spectrum
import SystemSupport

/// The loop on the view's thread: it waits for the next picture, a key or a signal, and handles it.
struct ViewLoop {
  private let radio: any RadioService
  private let device: TerminalDevice
  private let signals: TerminalSignals

  private var mode: TerminalMode
  private var output: ScreenOutput
  private var screen: ViewScreen
  private var clock: FrameClock
  private var foregroundDue: Int64 = 0
  private var keys = KeyParser()
  /// When the bytes of a key or of an answer have taken too long.
  private var keysDue: Int64?
  private var answers = TerminalAnswers()
  private var input = [UInt8](repeating: 0, count: 512)
  private let memory: ViewMemory?
  private var slots = [pollfd](repeating: pollfd(), count: 3)

  /// The interval, in milliseconds, at which the view in the background checks whether it was brought to the
  /// foreground: a shell's `fg` sends no signal to a job that runs.
  private static let backgroundPause: Int32 = 1000
  /// The interval of the check in the foreground, in nanoseconds.
  private static let foregroundInterval: Int64 = 100_000_000
  /// The longest wait for a terminal that does not accept a picture, in milliseconds.
  private static let busyPause: Int32 = 250

  init(
    radio: any RadioService, options: ViewOptions, traits: TerminalTraits, device: TerminalDevice,
    signals: TerminalSignals, picture: StationPicturePane?, memory: ViewMemory?
  ) {
    self.memory = memory
    self.radio = radio
    self.device = device
    self.signals = signals
    mode = TerminalMode(device: device, traits: traits)
    output = ScreenOutput(device: device)
    screen = ViewScreen(radio: radio, options: options, traits: traits, picture: picture) { signals.wake() }
    clock = FrameClock(framesPerSecond: options.framesPerSecond, now: FrameClock.now)
  }

  /// Runs until the view ends; calls `isStopped` in each iteration.
  mutating func run(isStopped: () -> Bool) -> ViewEnd {
    // The process may move to the background between the foreground check and a write. That write must not suspend it.
    var signals = sigset_t([SIGTTOU, SIGTTIN])
    var oldMask = sigset_t()
    pthread_sigmask(SIG_BLOCK, &signals, &oldMask)
    defer { pthread_sigmask(SIG_SETMASK, &oldMask, nil) }
    defer {
      screen.requests.end()
      leave()
      // The terminal is free already: the file may be on a slow disk.
      memory?.remember(screen.changes)
    }
    while true {
      if isStopped() { return .stopped }
      let now = FrameClock.now
      guard takeOrLeaveTerminal(now) else { return .terminalGone }
      // The program called `exit()`: the terminal is already restored.
      if mode.isEntered, !TerminalGuard.isArmed { return .stopped }
      if mode.isEntered, clock.isDue(now: now) {
        if !output.isReady {
          screen.countSkipped(1)
        } else if !drawPicture(now) {
          return .terminalGone
        }
        screen.countSkipped(clock.advance(now: now))
      }
      if let end = waitForSomething() { return end }
    }
  }

  /// Enters the view's mode when this process may use the terminal, and releases the terminal when it may not. Returns
  /// false when the terminal is gone.
  ///
  /// It checks this every 100 ms. A shell suspends a program before it puts it into the background, and the view
  /// notices that at once.
  private mutating func takeOrLeaveTerminal(_ now: Int64) -> Bool {
    if mode.isEntered, now < foregroundDue { return true }
    foregroundDue = now + Self.foregroundInterval
    let isForeground = device.isForeground
    if isForeground, !mode.isEntered {
      guard mode.enter() else { return false }
      (keys, keysDue) = (KeyParser(), nil)
      clock.restart(now: now)
      redrawAll()
    } else if !isForeground {
      mode.abandon()
    }
    return true
  }

  /// Removes the picture and restores the terminal: at the end, and while the process is suspended.
  private mutating func leave() {
    let bytes = screen.leavePicture()
    if mode.isEntered, !bytes.isEmpty { _ = output.write(bytes) }
    mode.leave()
  }

  private mutating func redrawAll() {
    output.discard()
    screen.resize(cell: device.cellPixels)
    screen.redraw(size: device.size)
    clock.hurry(now: FrameClock.now)
  }

  private mutating func drawPicture(_ now: Int64) -> Bool {
    let hasChanged = screen.update(now: now)
    clock.setPace(framesPerSecond: screen.pace, now: now)
    return !hasChanged || output.write(screen.bytes)
  }

  /// Waits until the next picture is due or another event occurs, and handles that event.
  private mutating func waitForSomething() -> ViewEnd? {
    slots[0] = pollfd(fd: signals.readEnd, events: Int16(POLLIN), revents: 0)
    // The input also reports when the terminal is gone.
    slots[1] = pollfd(
      fd: output.isBusy || device.input < 0 ? device.output : -1, events: output.isBusy ? Int16(POLLOUT) : 0,
      revents: 0)
    slots[2] = pollfd(fd: device.input, events: mode.isEntered ? Int16(POLLIN) : 0, revents: 0)
    var timeout = Self.backgroundPause
    if mode.isEntered { timeout = output.isBusy ? Self.busyPause : clock.timeout(now: FrameClock.now) }
    if let keysDue { timeout = min(timeout, Self.milliseconds(until: keysDue)) }
    let count = poll(&slots, nfds_t(slots.count), timeout)
    if count == 0, let keysDue, FrameClock.now >= keysDue {
      self.keysDue = nil
      if let key = keys.timeOut() { return handle(key) }
    }
    guard count > 0 else { return nil }
    let lost = Int16(POLLHUP | POLLERR | POLLNVAL)
    if (slots[1].revents | slots[2].revents) & lost != 0 { return .terminalGone }
    if slots[0].revents != 0 { handleSignals() }
    if slots[1].revents & Int16(POLLOUT) != 0, !output.resume() { return .terminalGone }
    if slots[2].revents & Int16(POLLIN) != 0, mode.isEntered { return readKeys() }
    return nil
  }

  private mutating func handleSignals() {
    for event in signals.drain() {
      switch event {
      case .resized:
        if mode.isEntered { redrawAll() }
      case .stopRequested:
        leave()
        signals.stopProcess()
        return
      case .continued:
        // The process that suspended this one may have left the terminal in any mode: enter the view's mode again.
        mode.abandon()
        foregroundDue = 0
      case .woken:
        screen.refreshSoon()
        clock.hurry(now: FrameClock.now)
      }
    }
  }

  private mutating func readKeys() -> ViewEnd? {
    guard let count = device.read(into: &input) else { return .terminalGone }
    for byte in input[..<count] {
      if let answer = answers.feed(byte) { screen.receive(answer) }
      if let key = keys.feed(byte), let end = handle(key) { return end }
    }
    keysDue = keys.waitLimit.map { FrameClock.now + Int64($0 / .nanoseconds(1)) }
    return nil
  }

  /// Milliseconds until a time of the ``FrameClock``, rounded up; at least 0.
  private static func milliseconds(until time: Int64) -> Int32 {
    Int32(clamping: max(0, time - FrameClock.now + 999_999) / 1_000_000)
  }

  private mutating func handle(_ input: TerminalInput) -> ViewEnd? {
    for effect in screen.handle(input, now: FrameClock.now) {
      switch effect {
      case .command(let command): radio.send(command)
      case .redraw: redrawAll()
      case .end(let end): return end
      }
    }
    screen.refreshSoon()
    clock.hurry(now: FrameClock.now)
    return nil
  }
}
