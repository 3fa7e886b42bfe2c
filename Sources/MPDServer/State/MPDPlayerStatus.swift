import AudioCore
import Radio

/// What a client can see of the radio, as far as others are told when it changes.
struct MPDPlayerStatus {
  /// What a client is told of the player.
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
  /// True while sound is awaited: the station is asked for, or will be asked again.
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

  /// What is wrong.
  var error: String? { player.error }

  /// The queue's entry that is tuned in.
  var entryID: Int? { player.entryID }

  /// What is told of the entry that is tuned in.
  var shown: MPDQueueVersions.Shown? {
    player.entryID.map { MPDQueueVersions.Shown(id: $0, name: player.name, title: player.title) }
  }

  /// What is not as it was in `old`.
  func changes(since old: MPDPlayerStatus) -> MPDSubsystems {
    var changed: MPDSubsystems = []
    if player != old.player { changed.insert(.player) }
    if volume != old.volume { changed.insert(.mixer) }
    if isMuted != old.isMuted { changed.insert(.output) }
    return changed
  }
}
