import AudioCore
package import RadioModel
import Stations

/// Finds the songs that were heard in the events of the radio. A value type: the caller passes the time in.
///
/// A title counts from the moment at which it is audible. Time while the radio is muted, has the volume 0, waits for the
/// station or has lost its sound device does not count. An advert or a jingle between two equal titles does not end the
/// song, and neither does a new connection. A pause and a move within the sound that is kept part a song: each part counts
/// by itself, and the song once. What is heard again does not count.
package struct ListeningWatch: Sendable {
  /// What is to be done after an event.
  package enum Action: Sendable, Equatable {
    /// This song is heard from now on, on this station.
    case announce(Song, station: String)
    /// This was heard.
    case keep(Listen)
  }

  /// The last listen and the time at which its song ended, to recognize the same song when it goes on.
  package struct Last: Sendable, Equatable {
    /// The song.
    package var song: Song
    /// The end in seconds since 1970.
    package var ended: Double

    /// Creates the end of a song.
    package init(song: Song, ended: Double) {
      self.song = song
      self.ended = ended
    }
  }

  /// A song goes on after a shorter interruption; after a longer one it is heard again.
  static let maximumInterruption = Duration.seconds(300)
  /// A title that begins at most so long before the place of a move is heard from its beginning.
  static let moveTolerance = Duration.seconds(1)
  /// Before this time, in seconds since 1970 (the beginning of 2020), the clock is not set.
  package static let earliest = 1_577_836_800.0

  /// The last listen that was counted; nil when there is none.
  package var last: Last?
  private var song: HeardSong?
  private var source: Source?
  private var isPlaying = false
  private var isMuted = false
  private var isSilenced = false
  /// The place of the last move, until the next title.
  private var movedTo: Duration?
  /// True until the first title after tuning in.
  private var awaitsFirstTitle = true

  /// Creates a watch before the first event.
  package init() {}

  private var isHeard: Bool { isPlaying && !isMuted && !isSilenced }

  /// Receives `event` of the player, which shows `name` for the source that is tuned in. `isSilenced` is true while the
  /// sound device is lost. `titleStart` is the place where the title begins, as time since tuning in; nil when it is not
  /// known.
  package mutating func receive(
    _ event: TunerEvent, name: String, isSilenced: Bool, titleStart: Duration? = nil, at moment: ListeningMoment
  ) -> [Action] {
    var actions: [Action] = []
    func add(_ action: Action?) { if let action { actions.append(action) } }
    self.isSilenced = isSilenced
    switch event {
    case .snapshot(let snapshot):
      source = snapshot.source
      isPlaying = snapshot.state == .playing
      isMuted = snapshot.isMuted || snapshot.volume == 0
      if snapshot.state.isTunedIn, !snapshot.titleIsRepeated, let title = snapshot.title {
        add(begin(title, name: name, start: titleStart, at: moment))
      }
    case .tuned(let source):
      add(finish(hasEnded: false, at: moment))
      (self.source, isPlaying, awaitsFirstTitle, movedTo) = (source, false, true, nil)
    case .listed(let station): source = .station(station)
    case .playing: isPlaying = true
    case .rebuffering: isPlaying = false
    case .title(let metadata): add(begin(metadata.title, name: name, start: titleStart, at: moment))
    case .titleAgain: add(finish(hasEnded: false, at: moment))
    case .paused:
      isPlaying = false
      add(breakOff(at: moment))
    case .moved(let place):
      movedTo = place
      add(breakOff(at: moment))
    case .stopped, .ended, .failed:
      isPlaying = false
      add(finish(hasEnded: false, at: moment))
    case .volume(let volume, let isMuted): self.isMuted = isMuted || volume == 0
    default: break
    }
    let isHeard = isHeard
    song?.setHeard(isHeard, at: moment)
    if isHeard, let current = song, current.interruptedAt == nil, !current.isAnnounced {
      song?.isAnnounced = true
      add(.announce(current.song, station: current.station))
    }
    return actions
  }

  /// Ends the watch: returns the song that is heard, if it counts.
  package mutating func end(at moment: ListeningMoment) -> Listen? {
    if case .keep(let listen)? = finish(hasEnded: false, at: moment) { listen } else { nil }
  }

  /// Begins a title. Returns the song before it, if it counts and does not go on.
  private mutating func begin(
    _ title: String, name: String, start: Duration?, at moment: ListeningMoment
  ) -> Action? {
    defer { (awaitsFirstTitle, movedTo) = (false, nil) }
    let station = source?.station
    guard station?.id != Station.demoID, source?.isFile != true,
      case .song(let new) = SongRule.verdict(on: title, stations: [station?.name, name].compactMap(\.self))
    else {
      song?.interrupt(at: moment)
      return nil
    }
    if let current = song, current.song.isSame(as: new), !isOver(current, at: moment) {
      song?.goOn(at: moment)
      return nil
    }
    let before = finish(hasEnded: true, at: moment)
    var begun = HeardSong(
      new, station: station?.name ?? name, isFromItsBeginning: !awaitsFirstTitle && !isMovedInto(titleFrom: start),
      isHeard: isHeard, at: moment)
    begun.isCounted = goesOn(new, at: moment)
    song = begun
    return before
  }

  /// True when the last move led into the title that begins at `start`, or may have.
  private func isMovedInto(titleFrom start: Duration?) -> Bool {
    guard let movedTo else { return false }
    return start.map { $0 < movedTo - Self.moveTolerance } ?? true
  }

  /// Ends the part of the song that is heard, and begins the next one. Returns the part, if it counts.
  private mutating func breakOff(at moment: ListeningMoment) -> Action? {
    guard let part = song else { return nil }
    let kept = finish(hasEnded: false, at: moment)
    if part.interruptedAt == nil {
      song = part.nextPart(isCounted: part.isCounted || kept != nil, isHeard: isHeard, at: moment)
    }
    return kept
  }

  /// True when `song` was interrupted for too long to go on.
  private func isOver(_ song: HeardSong, at moment: ListeningMoment) -> Bool {
    song.interruptedAt.map { moment.steady - $0 > Self.maximumInterruption } ?? false
  }

  /// True when `song` is the last listen, which goes on: after a pause, or a restart of the daemon.
  private func goesOn(_ song: Song, at moment: ListeningMoment) -> Bool {
    guard let last, last.song.isSame(as: song) else { return false }
    return abs(moment.wall - last.ended) <= Self.maximumInterruption / .seconds(1)
  }

  private mutating func finish(hasEnded: Bool, at moment: ListeningMoment) -> Action? {
    guard let song else { return nil }
    self.song = nil
    guard song.isCounted || song.counts(hasEnded: hasEnded, at: moment) else { return nil }
    // Counted back from now: the clock may have been set since the song began, and is rather right now than then.
    func wallTime(of instant: ContinuousClock.Instant) -> Double {
      moment.wall - (moment.steady - instant) / .seconds(1)
    }
    let began = wallTime(of: song.began)
    guard song.isCounted || began >= Self.earliest else { return nil }
    last = Last(song: song.song, ended: wallTime(of: song.interruptedAt ?? moment.steady))
    return song.isCounted ? nil : .keep(Listen(listenedAt: Int(began), song: song.song, station: song.station))
  }
}
