import Radio
import RadioModel
import Stations
import SystemSupport

/// Follows the tuner's events and passes them on: to the log, the history, the stations played last, the saved state,
/// the supervisor, and the directory that the station comes from.
final class EventRecorder: Sendable {
  private let tuner: Tuner
  private let history: TitleHistory
  private let recent: RecentStations
  private let stateWriter: StateWriter
  private let supervisor: Supervisor
  private let log: EventLog
  private let heard: (@Sendable (Station) -> Void)?

  /// Creates a recorder for `tuner`. `heard` is called each time a station becomes audible, and must return at once.
  init(
    tuner: Tuner, history: TitleHistory, recent: RecentStations, stateWriter: StateWriter, supervisor: Supervisor,
    log: EventLog, heard: (@Sendable (Station) -> Void)?
  ) {
    self.tuner = tuner
    self.history = history
    self.recent = recent
    self.stateWriter = stateWriter
    self.supervisor = supervisor
    self.heard = heard
    self.log = log
  }

  /// Passes `events` on until the sequence ends.
  func follow(_ events: Tuner.Events) async {
    var source: Source?
    for await event in events {
      log.note(event)
      stateWriter.note(event)
      switch event {
      case .tuned(let tuned): source = tuned
      case .listed(let station): source = .station(station)
      case .playing:
        if let station = source?.station {
          recent.note(station)
          heard?(station)
        }
      case .title(let metadata): if !metadata.title.isEmpty { note(metadata.title, of: source) }
      case .volume, .queue, .stations, .deviceFaults, .notice, .detail, .connected: continue
      case .snapshot, .connecting, .rebuffering, .retrying, .ended, .failed, .stopped: break
      }
      supervisor.notifyStatus(tuner.status)
    }
  }

  private func note(_ title: String, of source: Source?) {
    let station = source?.station
    let isListed = station.map { station in tuner.snapshot.stations.contains { $0.id == station.id } } ?? false
    history.note(
      title: title, station: isListed ? station?.id : nil, name: station?.name ?? tuner.snapshot.name,
      at: SystemTime.now)
  }
}
