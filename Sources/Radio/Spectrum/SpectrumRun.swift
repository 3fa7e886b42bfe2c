import AudioCore
import Spectrum

/// One run of `radiod spectrum` into a file or pipe: a source's packets through a ``SpectrumPipeline``.
public struct SpectrumRun: Sendable {
  private let feed: StationFeed
  private let isPaced: Bool

  /// A run over streams that `opener` finds and, when they are lost, finds again as often as `retry` says; `isPaced` holds the
  /// sound to the time in which it would be heard.
  public init(opener: StreamOpener, retry: RetryLimit, isPaced: Bool) {
    feed = StationFeed(opener: opener, retry: retry)
    self.isPaced = isPaced
  }

  /// Measures `source` until it, or a limit of `pipeline`, ends. What happens on the network is told to `report`. Throws ``TuneError`` or what the road's writer throws; the
  /// `end` line is written in every case but the last. Cancelling the task ends it in good order.
  public func run(
    _ source: Source, pipeline: SpectrumPipeline, report: (TunerEvent) -> Void = { _ in }
  ) async throws {
    // A file on disk comes so fast that its lines are better written in larger pieces.
    let isWhole = if case .file = source { true } else { false }
    var pace = Pace()
    do {
      try await feed.run(source) { event in
        switch event {
        case .elements(let elements):
          for element in elements {
            try pipeline.receive(element)
            if pipeline.endReason != nil { throw LimitReached() }
            guard isPaced else { continue }
            try pipeline.flush()
            try await pace.wait(for: pipeline.position)
          }
        case .endOfRead: if !isWhole { try pipeline.flush() }
        case .length: break
        case .connecting, .connected, .retrying, .slowLookup, .metadataBroken, .detail:
          if case .connected(let head) = event { pipeline.isLive = head.isLive }
          if let event = TunerEvent(event) { report(event) }
        }
      }
      try pipeline.finish(reason: "end of stream")
    } catch is LimitReached {
      try pipeline.finish(reason: "")
    } catch is CancellationError {
      try pipeline.finish(reason: "stopped")
    } catch let error as TuneError {
      try pipeline.finish(reason: error.description)
      throw error
    }
  }

  private struct LimitReached: Error {}
}

/// Holds work to the pace of the monotonic clock.
struct Pace {
  /// Falling behind by more than this, as after a stalled connection, starts the count anew instead of hurrying.
  private static let timeout: Duration = .seconds(1)

  private var start: ContinuousClock.Instant?

  /// Waits until `position` of the sound would be heard.
  mutating func wait(for position: Duration) async throws {
    let now = ContinuousClock.now
    let begin = start ?? now - position
    start = begin
    let due = begin + position
    if due > now {
      try await Task.sleep(until: due, clock: .continuous)
    } else if now - due > Self.timeout {
      start = now - position
    }
  }
}
