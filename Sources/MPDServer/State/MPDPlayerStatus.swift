import AudioCore
import RadioModel

/// The state of the radio that clients see, as far as a change of it is reported in `idle`.
struct MPDPlayerStatus {
  /// The state that belongs to the subsystem `player`.
  private struct Player: Equatable {
    var state: MPDState
    var entryID: Int?
    var format: AudioFormat?
    var error: String?
    var name: String
    var title: String?
  }

  private let player: Player
  private let volume: Int
  private let isMuted: Bool
  /// True while the radio waits for sound: it is connecting, or will retry.
  let isAwaitingSound: Bool

  init(_ snapshot: TunerSnapshot) {
    let status = RadioStatus(snapshot, event: 0)
    player = Player(
      state: MPDState(status.state), entryID: snapshot.entryID, format: snapshot.format,
      error: status.reason ?? status.notice, name: snapshot.name, title: snapshot.title)
    volume = snapshot.volume
    isMuted = snapshot.isMuted
    isAwaitingSound = [.connecting, .buffering, .retrying].contains(status.state)
  }

  /// The error or notice; nil when there is none.
  var error: String? { player.error }

  /// The id of the queue entry that is tuned in.
  var entryID: Int? { player.entryID }

  /// The visible details of the entry that is tuned in; nil when there is none.
  var shown: MPDQueueVersions.Shown? {
    player.entryID.map { MPDQueueVersions.Shown(id: $0, name: player.name, title: player.title) }
  }

  /// Returns the subsystems that differ from `old`.
  func changes(since old: MPDPlayerStatus) -> MPDSubsystems {
    var changed: MPDSubsystems = []
    if player != old.player { changed.insert(.player) }
    if volume != old.volume { changed.insert(.mixer) }
    if isMuted != old.isMuted { changed.insert(.output) }
    return changed
  }
}
