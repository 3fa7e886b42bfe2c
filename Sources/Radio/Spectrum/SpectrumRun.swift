public import AudioCore
import Parser
public import RadioModel
public import Spectrum

/// One run of `radiod spectrum` into a file or pipe: a source's packets through a ``SpectrumPipeline``.
public struct SpectrumRun: Sendable {
  private let feed: StationFeed
  private let isPaced: Bool

  /// Makes a run over streams that `opener` finds. When a stream is lost, `retry` limits the attempts to find it again.
  /// `isPaced` limits the run to the speed of playback.
  public init(opener: StreamOpener, retry: RetryLimit, isPaced: Bool) {
    feed = StationFeed(opener: opener, retry: retry)
    self.isPaced = isPaced
  }

  /// Measures `source` until it ends or a limit of `pipeline` is reached. Network events go to `report`; `progress`
  /// receives the duration of the sound that was measured, again and again, and that of the whole source where it is
  /// known. Throws ``TuneError`` or the error of the pipeline's `write` function. The `end` line is written in every
  /// case except the last. Cancelling the task writes the `end` line and returns.
  public func run(
    _ source: Source, pipeline: SpectrumPipeline, report: (TunerEvent) -> Void = { _ in },
    progress: (_ done: Duration, _ whole: Duration?) -> Void = { _, _ in }
  ) async throws {
    // A file on disk is read so fast that its lines are better written in larger pieces.
    let isWhole = if case .file = source { true } else { false }
    var pace = Pace()
    var length: Duration?
    var cut: StreamCut?
    do {
      try await feed.run(source) { event in
        switch event {
        case .elements(let elements):
          for element in elements {
            try pipeline.receive(element)
            if pipeline.endReason != nil { throw LimitReachedError() }
            guard isPaced else { continue }
            try pipeline.flush()
            try await pace.wait(for: pipeline.position)
          }
          progress(pipeline.position, length)
        case .endOfRead: if !isWhole { try pipeline.flush() }
        case .length(let found): length = found
        case .estimatedLength(let found): length = found
        case .cutOff(let found): cut = found
        case .connecting, .connected, .retrying, .slowLookup, .metadataBroken, .pastFull, .detail:
          if case .connected(let head) = event { pipeline.isLive = head.isLive }
          if let event = TunerEvent(event) { report(event) }
        }
      }
      try pipeline.finishDecoding()
      let fault = cut?.fault(after: pipeline.position)
      try pipeline.finish(reason: fault ?? "end of stream", code: fault == nil ? .end : .cut)
    } catch is LimitReachedError {
      try pipeline.finish(reason: "", code: .limit)
    } catch is CancellationError {
      try pipeline.finish(reason: "stopped", code: .stopped)
    } catch let error as TuneError {
      try pipeline.finish(reason: error.description, code: SpectrumEnd.Code(error))
      throw error
    }
  }

  private struct LimitReachedError: Error {}
}

/// Keeps work at the pace of the monotonic clock.
struct Pace {
  /// A delay longer than this, as after a stalled connection, restarts the count instead of catching up.
  private static let maximumLag: Duration = .seconds(1)

  private var start: ContinuousClock.Instant?

  /// Waits until the time at which `position` of the sound would be heard.
  mutating func wait(for position: Duration) async throws {
    let now = ContinuousClock.now
    let begin = start ?? now - position
    start = begin
    let due = begin + position
    if due > now {
      try await Task.sleep(until: due, clock: .continuous)
    } else if now - due > Self.maximumLag {
      start = now - position
    }
  }
}

extension SpectrumEnd.Code {
  /// The way in which a source ends with `error`.
  fileprivate init(_ error: TuneError) {
    switch error {
    case .network: self = .lost
    case .format, .system, .list, .output, .invalidRequest: self = .failed
    }
  }
}

extension SpectrumJSONWriter: FrameWriter {
  /// Stores the codec for the next header.
  public mutating func begin(_ codec: Codec) {
    if self.codec != codec.rawValue { self.codec = codec.rawValue }
  }
}
