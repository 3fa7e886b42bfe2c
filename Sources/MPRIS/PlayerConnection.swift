import DBus
import Glibc
import Logging
import RadioModel

/// The player's work at the session bus.
struct PlayerConnection: BusWork {
  /// The state of our bus name.
  private enum NameState {
    /// The bus was not asked yet.
    case unknown
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
  /// A track that appears at a later position, in µs, did not begin just now.
  private static let beginning: Int64 = 1_000_000

  private let tuner: any RadioPlayer
  private let copy: PictureCopy?
  private let moves: MoveCount
  private let wake: WakeUp
  private let logger: Logger
  private var nameState = NameState.unknown
  private var track = TrackNumber()
  /// The properties that were signalled last; at first those at the start.
  private var sent: MPRISProperties
  /// The moves within the sound that were signalled.
  private var sentMoves: Int
  private var nextChanges: UInt64 = 0
  private var readers = MetadataReaders()
  /// Calls whose commands the radio has not executed yet.
  private var pending: PendingCalls

  /// The work for the radio of `tuner`; `wake` is raised by its events, and `moves` counts them. `copy` is the copy of its
  /// picture.
  init(tuner: any RadioPlayer, copy: PictureCopy?, moves: MoveCount, wake: WakeUp, logger: Logger) {
    self.tuner = tuner
    self.copy = copy
    self.moves = moves
    sentMoves = moves.value
    self.wake = wake
    self.logger = logger
    pending = PendingCalls(wake: wake)
    let snapshot = tuner.snapshot
    sent = MPRISProperties(
      snapshot, track: track.update(snapshot), art: copy?.address(for: snapshot), length: Self.length(snapshot, tuner))
    copy?.whenChanged { wake.raise() }
    copy?.follow(false)
  }

  mutating func begin(at bus: MessageBus) throws(BusError) {
    nameState = .asked(number: try bus.requestName(Self.name), name: Self.name)
  }

  mutating func work(at bus: MessageBus, now: UInt64) throws(BusError) {
    // A caller that then reads the state gets the state to which the call led.
    for call in pending.takeObeyed() { try bus.answer(call.message, with: call.reply) }
    try sendChanges(at: bus, now: now)
  }

  func nextWork(at bus: MessageBus) -> UInt64? { hasChanges(at: bus) ? nextChanges : nil }

  // MARK: - Changes

  /// True when properties may have changed and the change can be signalled: the name is ours and the bus is not
  /// blocked.
  private func hasChanges(at bus: MessageBus) -> Bool {
    if case .isOurs = nameState { wake.isRaised && !bus.isBlocked } else { false }
  }

  /// Signals the properties that have changed, and a position that does not follow from them, when that is due.
  private mutating func sendChanges(at bus: MessageBus, now: UInt64) throws(BusError) {
    guard hasChanges(at: bus), now >= nextChanges else { return }
    wake.lower()
    let moves = moves.value
    let (_, properties) = refresh()
    let changes = properties.changes(since: sent)
    let isInTrack = properties.trackID != sent.trackID && properties.position > Self.beginning
    let hasMoved = moves != sentMoves || isInTrack
    (sent, sentMoves) = (properties, moves)
    guard !changes.isEmpty || hasMoved else { return }
    nextChanges = now + Self.changesInterval
    if !changes.isEmpty {
      try bus.emit(
        "PropertiesChanged", of: BusInterface.properties.name, at: MPRISObject.path,
        [.string(BusInterface.player.name), .dictionary(changes), .strings([])])
    }
    if hasMoved {
      try bus.emit(
        "Seeked", of: BusInterface.player.name, at: MPRISObject.path, [.integer(properties.position)])
    }
  }

  private mutating func refresh() -> (TunerSnapshot, MPRISProperties) {
    let snapshot = tuner.snapshot
    let art = copy?.address(for: snapshot)
    let length = Self.length(snapshot, tuner)
    return (snapshot, MPRISProperties(snapshot, track: track.update(snapshot), art: art, length: length))
  }

  private static func length(_ snapshot: TunerSnapshot, _ tuner: any RadioPlayer) -> Duration? {
    snapshot.seekable == nil ? nil : tuner.timeShift?.length(of: snapshot)
  }

  // MARK: - Messages

  mutating func handle(_ message: BusMessage, at bus: MessageBus) throws(BusError) {
    switch message.kind {
    case .call:
      guard let call = message.call else { return }
      let (snapshot, properties) = refresh()
      if MPRISObject.readsMetadata(call) { try noteReader(message.sender, of: snapshot, at: bus) }
      let outcome = MPRISObject(snapshot, properties: properties).answer(call)
      if !pending.perform(outcome.commands, of: .init(message: message, reply: outcome.reply), by: tuner) {
        try bus.answer(message, with: outcome.reply)
      }
    case .results(let number):
      let answer = message.arguments?.first
      try noteName(message, number: number, code: answer, at: bus)
      try readers.answered(number, answer, at: bus)
      if readers.isEmpty { copy?.follow(false) }
    case .failure(let number): try noteName(message, number: number, code: nil, at: bus)
    case .signal:
      if let signal = message.signal { try readers.add(signal, at: bus) }
      if readers.isEmpty { copy?.follow(false) }
    case nil: break
    }
  }

  /// Notes that the client `name` reads the metadata of `snapshot`, and gets their changes while it is at the bus.
  private mutating func noteReader(_ name: String?, of snapshot: TunerSnapshot, at bus: MessageBus) throws(BusError) {
    guard let copy, let name else { return }
    copy.want(snapshot)
    try readers.add(name, at: bus)
    copy.follow(!readers.isEmpty)
  }

  /// Handles the bus' answer to our request for a name.
  private mutating func noteName(
    _ message: BusMessage, number: UInt64, code: BusValue?, at bus: MessageBus
  ) throws(BusError) {
    guard case .asked(let asked, let name) = nameState, asked == number else { return }
    guard case .integer(let code)? = code, let answer = MessageBus.NameAnswer(rawValue: code) else {
      logger.warning("the session bus gives us no name, so media keys do not work: \(message.errorText)")
      throw BusError(code: EACCES, isFinal: true)
    }
    switch answer {
    case .isOurs, .wasOurs:
      logger.info("media keys and playerctl reach the radio as \(name)")
      nameState = .isOurs
    case .isTaken where name == Self.name:
      nameState = .asked(number: try bus.requestName(Self.instanceName), name: Self.instanceName)
    case .isTaken:
      logger.warning("\(name) is taken on the session bus, so media keys do not work")
      throw BusError(code: EEXIST, isFinal: true)
    }
  }
}
