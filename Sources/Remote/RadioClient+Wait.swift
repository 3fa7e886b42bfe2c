import AudioCore
import RadioModel
import Synchronization
import SystemSupport

extension RadioClient {
  /// Waits until the source that a command tuned in plays; returns the status then. `first` is the daemon's answer to
  /// the command.
  ///
  /// Throws `TuneError.daemon` when the daemon gave the source up, stopped it, tuned in to another source, or does not
  /// play it within `limit`.
  public func waitUntilPlaying(_ first: RadioStatus, limit: Duration) async throws -> RadioStatus {
    let progress = try PlaybackProgress(first)
    if progress.isOver { return first }
    let status = try await withTimeout(limit) {
      for try await element in self.events("/api/events", after: String(first.event)) {
        guard case .event(let event) = element, case .status(let status)? = RadioEvent(event) else { continue }
        if try progress.note(status) { return status }
      }
      throw CancellationError()
    }
    guard let status else { throw progress.lateness(after: limit) }
    return status
  }
}

/// A ``PlaybackWait`` of the task that reads the events and the one that waits for it.
private final class PlaybackProgress: Sendable {
  let isOver: Bool
  private let wait: Mutex<PlaybackWait>

  init(_ first: RadioStatus) throws(TuneError) {
    var wait = PlaybackWait(first)
    isOver = try wait.isOver(first)
    self.wait = Mutex(wait)
  }

  func note(_ status: RadioStatus) throws(TuneError) -> Bool {
    try wait.withLock { (wait) throws(TuneError) in try wait.isOver(status) }
  }

  func lateness(after limit: Duration) -> TuneError { wait.withLock { $0.lateness(after: limit) } }
}
