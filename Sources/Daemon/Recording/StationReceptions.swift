import AudioCore
import Bytes
import Downloader
import Logging
import Radio
import RadioModel
import Recording
import Synchronization

/// The receptions of recordings that are of another source than the one that is played: one for each, which ends with its
/// recording.
final class StationReceptions: Sendable {
  private let logger: Logger
  /// By the number of the recording.
  private let tasks = Mutex<[Int: Task<Void, Never>]>([:])

  /// No receptions. `logger` gets a line when a server has answered, when a connection is lost, and when a source is
  /// given up.
  init(logger: Logger) { self.logger = logger }

  /// Begins to receive `source` by `feed`, and to record it in `list` by `order`. `picture` is the one of the station.
  /// Throws `RecordingError`.
  func begin(
    _ source: Source, feed: StationFeed, order: RecordingOrder, in list: Recordings,
    picture: @escaping @Sendable () -> RecordingTags.Picture?
  ) throws(RecordingError) -> RecordingStatus {
    let reception = RecordedReception(of: source, feed: feed)
    let recorder = try list.recorder(
      order,
      of: RecordedSource(
        buffer: reception.buffer, name: CleanText.singleLine(source.recordedName(announced: nil)),
        address: source.address ?? "", picture: picture))
    let status = recorder.status
    tasks.withLock { tasks in
      // It removes itself when this lock is free.
      tasks[status.id] = Task {
        await self.receive(source, by: reception, for: recorder)
        self.remove(status.id)
      }
    }
    return status
  }

  /// Ends all receptions; recordings that have not ended do not get more sound.
  func cancel() {
    tasks.withLock { tasks in
      for task in tasks.values { task.cancel() }
    }
  }

  private func remove(_ id: Int) { tasks.withLock { $0[id] = nil } }

  private func receive(_ source: Source, by reception: RecordedReception, for recorder: Recorder) async {
    do {
      try await reception.run(for: recorder) { [logger] event in
        Self.report(event, of: source, for: recorder, to: logger)
      }
    } catch {
      logger.warning("\(Self.name(recorder.status)) ended: \(error)")
    }
  }

  private static func report(_ event: FeedEvent, of source: Source, for recorder: Recorder, to logger: Logger) {
    switch event {
    case .connected(let head):
      recorder.setStation(CleanText.singleLine(source.recordedName(announced: head.name)))
      logger.info("\(name(recorder.status)): connected to \(head.url.text)")
    case .retrying(let reason, let delay):
      let seconds = Int((delay / .seconds(1)).rounded())
      logger.warning(
        "\(name(recorder.status)): \(reason): reconnecting\(seconds == 0 ? "" : " in \(seconds) s")")
    case .slowLookup(let host): logger.info("\(name(recorder.status)): the name server does not answer for \(host)")
    case .detail(let text): logger.debug("\(name(recorder.status)): \(text)")
    case .connecting, .elements, .length, .estimatedLength, .cutOff, .endOfRead, .metadataBroken, .pastFull: break
    }
  }

  private static func name(_ recording: RecordingStatus) -> String { "recording \(recording.id), \(recording.station)" }
}
