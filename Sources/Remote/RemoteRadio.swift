import AudioCore
import Radio
import Spectrum
import Synchronization

/// A daemon's radio as a view looks at it: a snapshot that follows its events, the spectra it measures, and commands for it.
///
/// Nothing here blocks. All the talking is done by ``run()``, which is to be running while the view is looked at.
public final class RemoteRadio: Sendable {
  /// Frames a second that are asked for: the bars go from one to the next in between.
  public static let framesPerSecond = 30
  /// A frame is over when none came after it for so long.
  private static let frameLife = Duration.milliseconds(300)
  /// How often time and buffer are asked for while somebody looks.
  private static let statusPause = Duration.seconds(1)
  /// Somebody looks who looked in this time.
  private static let lookLife = Duration.seconds(2)
  /// Commands that wait to be sent; more are dropped.
  private static let mostCommands = 32
  /// The pause after a question that was refused.
  private static let refusalPause = Duration.seconds(1)

  private struct State {
    var snapshot = TunerSnapshot()
    /// When the snapshot was true.
    var statusTime = ContinuousClock.now
    var lastLook: ContinuousClock.Instant?
    var format: AudioFormat?
    var frame: SpectrumFrame?
    var frameTime = ContinuousClock.now
    var frames = 0
  }

  private let client: RadioClient
  private let reconnectMode: ReconnectMode
  private let state = Mutex(State())
  private let commands: (stream: AsyncStream<Command>, continuation: AsyncStream<Command>.Continuation)
  private let questions: (stream: AsyncStream<SpectrumOptions>, continuation: AsyncStream<SpectrumOptions>.Continuation)

  /// The radio of the daemon that `client` talks to.
  public init(client: RadioClient, reconnectMode: ReconnectMode) {
    self.client = client
    self.reconnectMode = reconnectMode
    commands = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.mostCommands))
    questions = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    state.withLock { $0.snapshot.state = .connecting }
  }

  // MARK: What a view sees and says

  /// The radio's state as far as it is known; while it plays, the time goes on by itself.
  public var snapshot: TunerSnapshot {
    state.withLock { state in
      let now = ContinuousClock.now
      state.lastLook = now
      var snapshot = state.snapshot
      if snapshot.state == .playing { snapshot.elapsed += now - state.statusTime }
      return snapshot
    }
  }

  /// The last frame, numbered in the order of their coming, and the format it was measured in; nil when none came lately.
  public var latestFrame: (format: AudioFormat, frame: SpectrumFrame)? {
    state.withLock { state in
      guard let format = state.format, let frame = state.frame, ContinuousClock.now - state.frameTime < Self.frameLife
      else { return nil }
      return (format, frame)
    }
  }

  /// Has the daemon carry out `command` soon.
  public func send(_ command: Command) { commands.continuation.yield(command) }

  /// Has the daemon measure `options` from now on.
  public func measure(_ options: SpectrumOptions) {
    state.withLock { $0.frame = nil }
    questions.continuation.yield(options)
  }

  // MARK: Talking

  /// Talks to the daemon until the task is cancelled. Throws `TuneError` when it cannot be reached.
  public func run() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await self.followEvents() }
      group.addTask { try await self.followTime() }
      group.addTask { await self.sendCommands() }
      group.addTask { await self.answerQuestions() }
      try await group.next()
    }
  }

  private func followEvents() async throws {
    for try await element in client.events("/api/events", reconnectMode: reconnectMode) {
      switch element {
      case .connected: break
      case .lost(let error):
        state.withLock { $0.snapshot.state = .retrying(reason: error.description, seconds: 1) }
      case .event(let event):
        switch RadioEvent(event) {
        case .status(let status)?: take(status)
        case .title(let title, _)?: state.withLock { $0.snapshot.title = title.isEmpty ? nil : title }
        case .notice(let text)?: state.withLock { $0.snapshot.outputNotice = text.isEmpty ? nil : text }
        case .queue?, .stations?, .other?, nil: break
        }
      }
    }
  }

  /// Asks for what no event tells, while somebody looks. What fails here is seen by ``followEvents()``.
  private func followTime() async throws {
    while true {
      try await Task.sleep(for: Self.statusPause)
      let isLookedAt = state.withLock { $0.lastLook.map { ContinuousClock.now - $0 < Self.lookLife } ?? false }
      if isLookedAt, let status = try? await client.status() { take(status) }
    }
  }

  private func sendCommands() async {
    for await command in commands.stream {
      guard let command = RemoteCommand(command, isMuted: state.withLock { $0.snapshot.isMuted }) else { continue }
      do {
        take(try await client.perform(command))
      } catch {
        if let error = error as? TuneError { state.withLock { $0.snapshot.outputNotice = error.description } }
      }
    }
  }

  private func answerQuestions() async {
    var answer: Task<Void, Never>?
    defer { answer?.cancel() }
    for await options in questions.stream {
      answer?.cancel()
      await answer?.value
      let question = SpectrumQuery(options, framesPerSecond: Self.framesPerSecond)
      answer = Task { await self.takeFrames(question) }
    }
  }

  private func takeFrames(_ question: SpectrumQuery) async {
    while !Task.isCancelled {
      do {
        for try await element in client.events(question.path, reconnectMode: .forever) {
          if case .event(let event) = element, !Task.isCancelled { take(SpectrumReading(event)) }
        }
      } catch {
        if let error = error as? TuneError { state.withLock { $0.snapshot.outputNotice = error.description } }
        try? await Task.sleep(for: Self.refusalPause)
      }
    }
  }

  private func take(_ reading: SpectrumReading?) {
    state.withLock { state in
      switch reading {
      case .header(let format)?: state.format = format
      case .frame(var frame)?:
        state.frames += 1
        frame.index = state.frames
        state.frame = frame
        state.frameTime = .now
      case nil: break
      }
    }
  }

  private func take(_ status: RadioStatus) {
    let snapshot = TunerSnapshot(status)
    state.withLock { state in
      state.snapshot = snapshot
      state.statusTime = .now
    }
  }
}
