import AudioCore
import Glibc
import Logging
import Radio
import RadioModel
import SystemSupport

/// The player's connection to the session bus at work: what the bus thread does.
struct BusConnection {
  /// The state of our bus name.
  private enum NameState {
    /// The bus has not answered our request with this call number yet.
    case asked(number: UInt64, name: String)
    /// The name is ours.
    case isOurs
  }

  /// The bus name that remote controls look for; all names that begin with `org.mpris.MediaPlayer2.` are players.
  static let name = "org.mpris.MediaPlayer2.radiod"
  /// The name to use when another program has ``name`` already, as MPRIS requires.
  static var instanceName: String { "\(name).instance\(getpid())" }
  /// The minimum interval between two signals of changed properties, in µs.
  private static let changesInterval: UInt64 = 50_000
  /// The number of unsent messages at which the bus counts as blocked.
  private static let maximumUnsent = 32

  private let bus: SessionBus
  private let tuner: Tuner
  private let wake: WakeUp
  private let logger: Logger
  private var nameState: NameState
  private var track = TrackNumber()
  /// The properties that were signalled last; at first those at the start.
  private var sent: MPRISProperties
  private var nextChanges: UInt64 = 0
  private var pace = PaceLimit(count: 200, slice: 100_000)
  /// Calls whose commands the radio has not executed yet.
  private var pending: PendingCalls

  /// A connection on `bus` that requests its name at once.
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

  /// Runs until the radio or the daemon ends. Throws when the bus disconnects or does not give us a name.
  mutating func run() throws(BusFault) {
    var canSend = true
    while !wake.isOver {
      let now = Self.now
      try answerObeyed()
      try sendChanges(now)
      var isIdle = false
      // A step also sends queued messages, together with the next message it reads. So a blocked bus that can take data
      // again gets one step.
      while !isIdle, canSend || !isBlocked, pace.take(at: now) {
        canSend = false
        isIdle = try !step()
      }
      canSend = try wait(isIdle: isIdle)
    }
  }

  /// True while the bus does not take our messages: then no change is signalled and no further message is read.
  private var isBlocked: Bool { bus.unsentCount >= Self.maximumUnsent }

  /// Does one step of work at the bus. Returns false when there was nothing to do.
  private mutating func step() throws(BusFault) -> Bool {
    switch try bus.step() {
    case .idle: return false
    case .progress: return true
    case .message(let message):
      try handle(message)
      return true
    }
  }

  /// Waits for something to do, without a timeout while nothing is due. Returns true when the bus takes or has data, or
  /// when work is left.
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

  // MARK: - Changes

  /// True when properties may have changed and the change can be signalled: the name is ours and the bus is not
  /// blocked.
  private var hasChanges: Bool {
    if case .isOurs = nameState { wake.isRaised && !isBlocked } else { false }
  }

  /// Signals the properties that have changed, when that is due.
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

  /// Answers the calls that the radio has executed. A caller that then reads the state gets the state to which the call
  /// led.
  private mutating func answerObeyed() throws(BusFault) {
    for call in pending.takeObeyed() { try bus.answer(call.message, with: call.reply) }
  }

  /// Handles the bus' answer to our request for a name.
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

  /// The time of the monotonic clock, in µs.
  private static var now: UInt64 { UInt64(SystemTime.monotonicNanoseconds / 1000) }
}
