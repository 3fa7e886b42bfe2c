import Glibc
import Radio
import Spectrum

/// The view's thread: waits for the next picture, a key or a signal, and deals with it.
struct ViewLoop {
  private let radio: any ViewedRadio
  private let options: ViewOptions
  private let device: TerminalDevice
  private let signals: TerminalSignals

  private var mode: TerminalMode
  private var output: ScreenOutput
  private var screen: ViewScreen
  private var clock: FrameClock
  private var foregroundDue: Int64 = 0
  private var keys = KeyParser()
  private var input = [UInt8](repeating: 0, count: 512)
  private var slots = [pollfd](repeating: pollfd(), count: 3)

  /// In the background the view looks so often, in milliseconds, whether it was brought to the front: a shell's `fg` of
  /// a job that runs sends no signal.
  private static let backgroundPause: Int32 = 1000
  /// The same while it is in front, in nanoseconds.
  private static let foregroundInterval: Int64 = 100_000_000
  /// The longest wait for a terminal that does not take a picture, in milliseconds.
  private static let busyPause: Int32 = 250
  /// After an ESC the rest of a sequence is waited for so long, in milliseconds.
  private static let escapePause: Int32 = 50

  init(
    radio: any ViewedRadio, options: ViewOptions, traits: TerminalTraits, device: TerminalDevice,
    signals: TerminalSignals
  ) {
    self.radio = radio
    self.options = options
    self.device = device
    self.signals = signals
    mode = TerminalMode(device: device, traits: traits)
    output = ScreenOutput(device: device)
    screen = ViewScreen(radio: radio, options: options, traits: traits)
    clock = FrameClock(framesPerSecond: options.framesPerSecond, now: FrameClock.now)
  }

  /// Runs until the view ends; `isStopped` is asked on every turn.
  mutating func run(isStopped: () -> Bool) -> ViewEnd {
    // A step between "are we in the foreground" and a write may put us in the background: then the write must not stop us.
    var signals = sigset_t()
    var oldMask = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTTOU)
    sigaddset(&signals, SIGTTIN)
    pthread_sigmask(SIG_BLOCK, &signals, &oldMask)
    defer { pthread_sigmask(SIG_SETMASK, &oldMask, nil) }
    defer { mode.leave() }
    while true {
      if isStopped() { return .stopped }
      let now = FrameClock.now
      guard takeOrLeaveTerminal(now) else { return .terminalGone }
      // Somebody called exit(): the terminal is restored already.
      if mode.isEntered, !TerminalGuard.isArmed { return .stopped }
      if mode.isEntered, clock.isDue(now: now) {
        if output.isReady, !drawPicture(now) { return .terminalGone }
        clock.advance(now: now)
      }
      if let end = waitForSomething() { return end }
    }
  }

  /// Takes the terminal when this process may use it, and lets go of it when it may not. False when it is gone.
  ///
  /// Who holds the terminal is asked some times a second: a shell that puts the program into the background stops it first,
  /// and that is seen at once.
  private mutating func takeOrLeaveTerminal(_ now: Int64) -> Bool {
    if mode.isEntered, now < foregroundDue { return true }
    foregroundDue = now + Self.foregroundInterval
    let isForeground = device.isForeground
    if isForeground, !mode.isEntered {
      guard mode.enter() else { return false }
      keys = KeyParser()
      redrawAll()
    } else if !isForeground {
      mode.abandon()
    }
    return true
  }

  private mutating func redrawAll() {
    output.discard()
    screen.redraw(size: device.size)
    clock.hurry(now: FrameClock.now)
  }

  private mutating func drawPicture(_ now: Int64) -> Bool {
    let hasChanged = screen.update(now: now)
    clock.setPace(framesPerSecond: screen.pace, now: now)
    return !hasChanged || output.write(screen.bytes)
  }

  /// Waits until the next picture is due or something else happens, and handles that.
  private mutating func waitForSomething() -> ViewEnd? {
    slots[0] = pollfd(fd: signals.readEnd, events: Int16(POLLIN), revents: 0)
    // The input says as well when the terminal is gone.
    slots[1] = pollfd(
      fd: output.isBusy || device.input < 0 ? device.output : -1, events: output.isBusy ? Int16(POLLOUT) : 0,
      revents: 0)
    slots[2] = pollfd(fd: device.input, events: mode.isEntered ? Int16(POLLIN) : 0, revents: 0)
    var timeout = Self.backgroundPause
    if mode.isEntered { timeout = output.isBusy ? Self.busyPause : clock.timeout(now: FrameClock.now) }
    if keys.isWaiting { timeout = min(timeout, Self.escapePause) }
    let count = poll(&slots, nfds_t(slots.count), timeout)
    if count == 0, keys.isWaiting, let key = keys.timeOut() { return press(key) }
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
        mode.leave()
        signals.stopProcess()
        return
      case .continued:
        // Whoever stopped us may have left the terminal in any mode: take it anew.
        mode.abandon()
        foregroundDue = 0
      case .woken: break
      }
    }
  }

  private mutating func readKeys() -> ViewEnd? {
    guard let count = device.read(into: &input) else { return .terminalGone }
    for byte in input[..<count] {
      if let key = keys.feed(byte), let end = press(key) { return end }
    }
    return nil
  }

  private mutating func press(_ key: Key) -> ViewEnd? {
    guard let action = KeyAction(key) else { return nil }
    switch action {
    case .command(let command): radio.send(command)
    case .quit: return .quitKey
    case .redraw: redrawAll()
    case .toggleStereo, .toggleProfile, .toggleHelp, .hideHelp: screen.apply(action)
    }
    screen.refreshSoon()
    clock.hurry(now: FrameClock.now)
    return nil
  }
}
