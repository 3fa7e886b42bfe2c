import AudioCore
import Glibc
import Logging
import Radio

/// The door to the desktop, at work: what the thread at the bus does.
struct BusConnection {
  /// How it stands with our name.
  private enum NameState {
    /// The bus has not answered our call of this number yet.
    case asked(number: UInt64, name: String)
    /// It is ours.
    case isOurs
  }

  /// The name that remotes look for; all that begin with `org.mpris.MediaPlayer2.` are players.
  static let name = "org.mpris.MediaPlayer2.radiod"
  /// The name when somebody has that already, as MPRIS wants it.
  static var instanceName: String { "\(name).instance\(getpid())" }
  /// Changes are told this many µs apart at least.
  private static let changesInterval: UInt64 = 50_000
  /// Messages that may wait for a bus that does not take any.
  private static let maximumUnsent = 32

  private let bus: SessionBus
  private let tuner: Tuner
  private let wake: WakeUp
  private let logger: Logger
  private var nameState: NameState
  private var track = TrackNumber()
  /// What everybody was told last.
  private var sent: MPRISProperties
  private var nextChanges: UInt64 = 0
  private var pace = PaceLimit(count: 200, slice: 100_000)
  /// Calls that the radio has not obeyed yet.
  private var pending: PendingCalls

  /// A door at `bus` that asks for its name now.
  init(bus: SessionBus, tuner: Tuner, wake: WakeUp, logger: Logger) throws(BusFault) {
    self.bus = bus
    self.tuner = tuner
    self.wake = wake
    self.logger = logger
    pending = PendingCalls(wake: wake)
    nameState = .asked(number: try bus.requestName(Self.name), name: Self.name)
    let snapshot = tuner.snapshot
    sent = MPRISProperties(snapshot, track: track.update(snapshot))
  }

  /// Works until the radio or the daemon ends; throws when the bus goes away, or gives no name.
  mutating func run() throws(BusFault) {
    var canSend = true
    while !wake.isOver {
      let now = Self.now
      try answerObeyed()
      try sendChanges(now)
      var isIdle = false
      // A bus that takes something again takes what waits, with the next message that is read.
      while !isIdle, canSend || !isBlocked, pace.take(at: now) {
        canSend = false
        isIdle = try !step()
      }
      canSend = try wait(isIdle: isIdle)
    }
  }

  /// True while the bus takes nothing: then nothing is told, and nothing is read.
  private var isBlocked: Bool { bus.unsentCount >= Self.maximumUnsent }

  /// Does what there is to do at the bus; false when that is nothing.
  private mutating func step() throws(BusFault) -> Bool {
    switch try bus.step() {
    case .idle: return false
    case .progress: return true
    case .message(let message):
      try handle(message)
      return true
    }
  }

  /// Waits for something to do, without end while nothing happens; true when the bus takes or has something.
  private func wait(isIdle: Bool) throws(BusFault) -> Bool {
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
    } else if isBlocked {
      slots[1].events = Int16(POLLOUT)
    } else if !isIdle {
      return true
    } else if let deadline = wish.deadline {
      deadlines.append(deadline)
    }
    if hasChanges { deadlines.append(nextChanges) }
    let timeout = deadlines.min().map { Int32(clamping: $0 > now ? ($0 - now + 999) / 1000 : 0) } ?? -1
    poll(&slots, nfds_t(slots.count), timeout)
    if slots[0].revents != 0 { wake.drain() }
    return slots[1].revents != 0
  }

  // MARK: - News

  /// True when there may be something to tell, and somebody to be told.
  private var hasChanges: Bool {
    if case .isOurs = nameState { wake.isRaised && !isBlocked } else { false }
  }

  /// Tells everybody what has changed, when that is due.
  private mutating func sendChanges(_ now: UInt64) throws(BusFault) {
    guard hasChanges, now >= nextChanges else { return }
    wake.lower()
    let (_, properties) = look()
    let changes = properties.changes(since: sent)
    sent = properties
    guard !changes.isEmpty else { return }
    nextChanges = now + Self.changesInterval
    try bus.emit(
      "PropertiesChanged", of: BusInterface.properties.name, at: MPRISObject.path,
      [.string(BusInterface.player.name), .dictionary(changes), .strings([])])
  }

  private mutating func look() -> (TunerSnapshot, MPRISProperties) {
    let snapshot = tuner.snapshot
    return (snapshot, MPRISProperties(snapshot, track: track.update(snapshot)))
  }

  // MARK: - Messages

  private mutating func handle(_ message: BusMessage) throws(BusFault) {
    switch message.kind {
    case .call:
      guard let call = message.call else { return }
      let (snapshot, properties) = look()
      let outcome = MPRISObject(snapshot, properties: properties).answer(call)
      if !pending.perform(outcome.commands, of: .init(message: message, reply: outcome.reply), by: tuner) {
        try bus.answer(message, with: outcome.reply)
      }
    case .results(let number): try noteName(message, number: number, code: message.arguments?.first)
    case .failure(let number): try noteName(message, number: number, code: nil)
    case .signal, nil: break
    }
  }

  /// Answers the calls that the radio has obeyed: who asks for the state after that gets the one that the call led to.
  private mutating func answerObeyed() throws(BusFault) {
    for call in pending.takeObeyed() { try bus.answer(call.message, with: call.reply) }
  }

  /// Takes the bus' answer to our wish for a name.
  private mutating func noteName(_ message: BusMessage, number: UInt64, code: BusValue?) throws(BusFault) {
    guard case .asked(let asked, let name) = nameState, asked == number else { return }
    guard case .integer(let code)? = code, let answer = SessionBus.NameAnswer(rawValue: code) else {
      logger.warning("the session bus gives us no name, so media keys do not work: \(message.errorText)")
      throw BusFault(code: EACCES)
    }
    switch answer {
    case .isOurs, .wasOurs:
      logger.info("media keys and playerctl reach the radio as \(name)")
      nameState = .isOurs
    case .isTaken where name == Self.name:
      nameState = .asked(number: try bus.requestName(Self.instanceName), name: Self.instanceName)
    case .isTaken:
      logger.warning("\(name) is taken on the session bus, so media keys do not work")
      throw BusFault(code: EEXIST)
    }
  }

  /// µs of the monotonic clock.
  private static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
  }
}
