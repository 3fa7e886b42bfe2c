import AudioCore
import RadioModel
import Synchronization

extension RadioClient {
  /// Waits until the source that a command tuned in plays; returns the status then. `first` is the daemon's answer to
  /// the command.
  ///
  /// Throws `TuneError.daemon` when the daemon gave the source up, stopped it, tuned in to another source, or does not
  /// play it within `limit`.
  public func waitUntilPlaying(_ first: RadioStatus, limit: Duration) async throws -> RadioStatus {
    let progress = try PlaybackProgress(first)
    if progress.isOver { return first }
    return try await withThrowingTaskGroup(of: RadioStatus?.self) { group in
      group.addTask {
        for try await element in self.events("/api/events", after: String(first.event)) {
          guard case .event(let event) = element, case .status(let status)? = RadioEvent(event) else { continue }
          if try progress.note(status) { return status }
        }
        return nil
      }
      group.addTask {
        try await Task.sleep(for: limit, clock: .continuous)
        throw progress.lateness(after: limit)
      }
      defer { group.cancelAll() }
      guard let status = try await group.next() ?? nil else { throw CancellationError() }
      return status
    }
  }
}

/// A ``PlaybackWait`` that two tasks share.
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
