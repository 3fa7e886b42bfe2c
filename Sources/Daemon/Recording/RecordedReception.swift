import AudioCore
package import Downloader
package import Parser
package import Radio
package import RadioModel
package import Recording
import Synchronization
import SystemSupport

/// The reception of a station for a recorder, without sound: its packets go into a buffer that keeps the last minute.
///
/// A recorder that falls behind a station loses sound; a source that has an end, such as a file on a server, waits for it.
package final class RecordedReception: Sendable {
  /// The sound that is kept for the recorder.
  package static let past: Duration = .seconds(60)
  /// The recorder is woken when it is as far behind, in nanoseconds.
  private static let wakingDistance = 10_000_000_000
  /// The source is held back while the recorder is as far behind, in nanoseconds.
  private static let maximumDistance = 30_000_000_000
  /// How long a station is held back at most for a recorder that does not go on.
  private static let maximumHold: Duration = .seconds(2)
  /// The interval at which the place of the recorder is looked at meanwhile.
  private static let holdInterval: Duration = .milliseconds(20)
  /// The pause between two reads of a station.
  private static let pause: Duration = .seconds(1)
  /// The maximum number of elements that are added at once: less sound than is kept.
  private static let batch = 100

  private struct State {
    var recorder: (any SoundRecorder)?
    var isLive = true
    var isStopped = false
    /// Where the recorder was when a hold began, and how long it lasts.
    var hold: (place: Int, time: Duration) = (-1, .zero)
  }

  /// The sound for the recorder.
  package let buffer: TimeShiftBuffer

  private let source: Source
  private let feed: StationFeed
  private let state = Mutex(State())
  private let began = OneShotEvent()
  private let stopped = OneShotEvent()

  /// A reception of `source` by `feed` that has not begun.
  package init(of source: Source, feed: StationFeed) {
    self.source = source
    self.feed = feed
    var limits = TimeShiftBuffer.Limits(startDuration: .zero, resumeDuration: .zero)
    limits.past = Self.past
    buffer = TimeShiftBuffer(limits: limits)
  }

  /// Receives until the source or the recorder ends, and returns when the files are finished. `recorder` makes a recorder of
  /// ``buffer``, which is begun when a server has answered. `report` gets the events of the network, on any thread.
  ///
  /// `onGiveUp` gets the error of a source that is given up, before the recorder ends.
  ///
  /// Throws the `TuneError` of a source that is given up, and the failure of the recorder.
  package func run(
    recorder makeRecorder: @escaping @Sendable (StreamHead) -> any SoundRecorder,
    report: @escaping @Sendable (FeedEvent) -> Void, onGiveUp: @Sendable (any Error) -> Void = { _ in }
  ) async throws {
    let failure = await withTaskGroup(of: (any Error)?.self) { group in
      group.addTask {
        do {
          try await self.receive(makeRecorder, report: report)
          return nil
        } catch {
          return error is CancellationError ? nil : error
        }
      }
      group.addTask {
        guard await self.began.wait() else { return nil }
        await self.waitForRecorder()
        return nil
      }
      group.addTask {
        _ = await self.stopped.wait()
        // A recorder that has begun ends by itself.
        await self.waitForRecorder()
        return nil
      }
      let first = await group.next() ?? nil
      if let first { onGiveUp(first) }
      self.buffer.finish()
      await self.waitForRecorder()
      group.cancelAll()
      var failure = first
      for await other in group { failure = failure ?? other }
      return failure
    }
    if let error = state.withLock({ $0.recorder })?.failure { throw error }
    if let failure { throw failure }
  }

  /// Receives for `recorder`, which has begun to read ``buffer``, until the source or the recorder ends; `report` gets the
  /// events of the network, on any thread. Returns when the files are finished. Throws as
  /// ``run(recorder:report:onGiveUp:)`` does.
  package func run(
    for recorder: Recorder, report: @escaping @Sendable (FeedEvent) -> Void
  ) async throws {
    state.withLock { $0.recorder = recorder }
    began.set()
    try await run(recorder: { _ in recorder }, report: report) { recorder.giveUp(because: "\($0)") }
  }

  /// Ends the recording with what was received. Callable from any thread.
  package func stop() {
    let recorder = state.withLock { state in
      state.isStopped = true
      return state.recorder
    }
    recorder?.stop()
    stopped.set()
  }

  private func waitForRecorder() async {
    guard let recorder = state.withLock({ $0.recorder }) else { return }
    while !Task.isCancelled, await !recorder.waitUntilEnded(limit: .seconds(3600)) {}
  }

  // MARK: - Receiving

  private func receive(
    _ makeRecorder: @escaping @Sendable (StreamHead) -> any SoundRecorder,
    report: @escaping @Sendable (FeedEvent) -> Void
  ) async throws {
    try await feed.run(source, onSocketThread: true, notice: report) { event in
      switch event {
      case .elements(let elements):
        for start in stride(from: 0, to: elements.count, by: Self.batch) {
          try await add(Array(elements[start..<min(start + Self.batch, elements.count)]))
        }
      case .connected(let head):
        buffer.connectionBegan(isLive: head.isLive)
        try begin(head, makeRecorder)
        report(event)
      case .endOfRead(let pacing):
        // The longer a socket is left alone, the less the reception costs.
        if state.withLock({ $0.isLive }) { pacing?.pause = Self.pause }
      case .connecting, .retrying, .slowLookup, .metadataBroken, .pastFull, .detail, .length,
        .estimatedLength, .cutOff:
        report(event)
      }
    }
  }

  private func begin(_ head: StreamHead, _ makeRecorder: (StreamHead) -> any SoundRecorder) throws(RecordingError) {
    let isNew = state.withLock { state in
      state.isLive = head.isLive
      guard state.recorder == nil else { return false }
      state.recorder = makeRecorder(head)
      return true
    }
    guard isNew, let recorder = state.withLock({ $0.recorder }) else { return }
    do throws(RecordingError) {
      try recorder.start()
    } catch {
      state.withLock { $0.recorder = nil }
      throw error
    }
    began.set()
    if state.withLock({ $0.isStopped }) { recorder.stop() }
  }

  private func add(_ elements: [StreamElement]) async throws {
    try await buffer.append(elements)
    // The only listener hears at once what comes.
    while case .element = buffer.pull() {}
    _ = buffer.noteHeard(buffer.place)
    while isHeldBack { try await Task.sleep(for: Self.holdInterval) }
  }

  /// True while the source must wait for the recorder, which is woken.
  private var isHeldBack: Bool {
    state.withLock { state in
      guard let recorder = state.recorder else { return false }
      let place = recorder.readPlace
      let distance = buffer.place - place
      if distance >= Self.wakingDistance { recorder.wakeUp() }
      guard distance >= Self.maximumDistance, !state.isStopped else {
        state.hold = (-1, .zero)
        return false
      }
      if place != state.hold.place { state.hold = (place, .zero) }
      state.hold.time += Self.holdInterval
      // A station does not wait for a disk that hangs: it would end the connection.
      return !state.isLive || state.hold.time < Self.maximumHold
    }
  }
}
