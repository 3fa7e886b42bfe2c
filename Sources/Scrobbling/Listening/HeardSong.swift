import RadioModel

/// A song while it is heard, and the rule for how much of it counts. A value type: the caller passes the time in.
struct HeardSong: Sendable {
  /// Less of a song never counts.
  static let minimum = Duration.seconds(30)
  /// So much of a song always counts, as at ListenBrainz; of a shorter song, half of it.
  static let enough = Duration.seconds(240)
  /// Half of this counts of a song whose length is not known.
  static let assumedLength = Duration.seconds(240)

  /// The song.
  let song: Song
  /// The station that played it.
  let station: String
  /// False when the radio was tuned in while the song was playing.
  let isFromItsBeginning: Bool
  /// When the song began, or the radio was tuned in.
  let began: ContinuousClock.Instant
  /// True after the song was announced as playing.
  var isAnnounced = false
  /// True when the song was counted before: it only goes on.
  var isCounted = false
  /// When something else began in its place; nil while it is on.
  private(set) var interruptedAt: ContinuousClock.Instant?

  private var heard = Duration.zero
  private var heardSince: SuspendingClock.Instant?
  private var lasted = Duration.zero
  private var lastingSince: ContinuousClock.Instant?

  /// Begins a song at `moment`; `isHeard` is false while the radio is muted or waits.
  init(_ song: Song, station: String, isFromItsBeginning: Bool, isHeard: Bool, at moment: ListeningMoment) {
    self.song = song
    self.station = station
    self.isFromItsBeginning = isFromItsBeginning
    began = moment.steady
    lastingSince = moment.steady
    heardSince = isHeard ? moment.running : nil
  }

  /// Returns the part of it that begins at `moment`, after a pause or a move. The part counts by itself; its length is
  /// not known. `isCounted` is true when a part before it has counted.
  func nextPart(isCounted: Bool, isHeard: Bool, at moment: ListeningMoment) -> HeardSong {
    var part = HeardSong(song, station: station, isFromItsBeginning: false, isHeard: isHeard, at: moment)
    (part.isAnnounced, part.isCounted) = (isAnnounced, isCounted)
    return part
  }

  /// Notes whether it is heard from `moment` on.
  mutating func setHeard(_ isHeard: Bool, at moment: ListeningMoment) {
    if let since = heardSince { heard += moment.running - since }
    heardSince = isHeard && interruptedAt == nil ? moment.running : nil
  }

  /// Notes that something else, which is not a song, begins in its place.
  mutating func interrupt(at moment: ListeningMoment) {
    guard interruptedAt == nil else { return }
    setHeard(false, at: moment)
    if let since = lastingSince { lasted += moment.steady - since }
    lastingSince = nil
    interruptedAt = moment.steady
  }

  /// Notes that it goes on after an interruption.
  mutating func goOn(at moment: ListeningMoment) {
    guard interruptedAt != nil else { return }
    interruptedAt = nil
    lastingSince = moment.steady
  }

  /// Returns true when enough of it was heard. `hasEnded` is true when another title took its place, and false when the
  /// radio left it.
  func counts(hasEnded: Bool, at moment: ListeningMoment) -> Bool {
    let heard = heard + (heardSince.map { moment.running - $0 } ?? .zero)
    guard heard >= Self.minimum else { return false }
    let length = lasted + (lastingSince.map { moment.steady - $0 } ?? .zero)
    let isLengthKnown = isFromItsBeginning && (hasEnded || interruptedAt != nil)
    return heard >= min((isLengthKnown ? length : Self.assumedLength) / 2, Self.enough)
  }
}
