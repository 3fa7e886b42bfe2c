import AudioCore
import RadioModel
import Spectrum
import Synchronization

/// The player of a daemon as a view sees it: a status that follows the daemon's events, the spectrum frames that the
/// daemon measures, and commands.
///
/// No member blocks except ``run()``, which does all communication and must run while the view is shown.
public final class RemoteRadio: Sendable {
  /// The requested frame rate, in frames per second. The view interpolates the bars between two frames.
  public static let framesPerSecond = 30
  /// A frame expires when no other frame arrives within this time.
  private static let frameLife = Duration.milliseconds(300)
  /// The interval at which elapsed time and buffer are requested while a view reads ``status``.
  private static let statusPause = Duration.seconds(1)
  /// A view counts as reading ``status`` for this time after each access.
  private static let lookLife = Duration.seconds(2)
  /// The maximum number of commands that wait to be sent; further commands are dropped.
  private static let mostCommands = 32
  /// The pause after a spectrum query that failed.
  private static let refusalPause = Duration.seconds(1)

  private struct State {
    var status = RadioStatus(state: .connecting)
    /// The time at which the status was correct.
    var statusTime = ContinuousClock.now
    var lastLook: ContinuousClock.Instant?
    var format: AudioFormat?
    var frame: SpectrumFrame?
    var frameTime = ContinuousClock.now
    var frames = 0
    var changes = RemoteChanges()
    /// The number of the last event that the status includes. A status with an older one is not taken: it was sent
    /// before, by another connection.
    var event: UInt64 = 0

    /// Notes the event with the number `id`. Returns false when the status includes a later one already.
    mutating func note(event id: String?) -> Bool {
      let number = id.flatMap { UInt64($0) } ?? event
      guard number >= event else { return false }
      event = number
      return true
    }
  }

  private let client: RadioClient
  private let reconnectMode: ReconnectMode
  private let state = Mutex(State())
  private let commands: (stream: AsyncStream<Command>, continuation: AsyncStream<Command>.Continuation)
  private let questions: (stream: AsyncStream<SpectrumOptions>, continuation: AsyncStream<SpectrumOptions>.Continuation)

  /// Yields when ``changes`` has grown, once for any number of changes meanwhile. For one reader.
  public let updates: AsyncStream<Void>
  private let updating: AsyncStream<Void>.Continuation

  /// Creates the view of the player of `client`'s daemon.
  public init(client: RadioClient, reconnectMode: ReconnectMode) {
    self.client = client
    self.reconnectMode = reconnectMode
    commands = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.mostCommands))
    questions = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    (updates, updating) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  // MARK: The interface for views

  /// The player's last known status, with clean texts and numbers in their ranges. While it plays, `elapsed` advances
  /// between two statuses of the daemon.
  public var status: RadioStatus {
    state.withLock { state in
      let now = ContinuousClock.now
      state.lastLook = now
      var status = state.status
      if status.state == .playing { status.elapsed += (now - state.statusTime) / .seconds(1) }
      return status
    }
  }

  /// The last frame and the audio format in which it was measured; nil when none arrived within the last 300 ms. The
  /// frames are numbered in the order of their arrival.
  public var latestFrame: (format: AudioFormat, frame: SpectrumFrame)? {
    state.withLock { state in
      guard let format = state.format, let frame = state.frame, ContinuousClock.now - state.frameTime < Self.frameLife
      else { return nil }
      return (format, frame)
    }
  }

  /// What changed since the start that is in no status.
  public var changes: RemoteChanges { state.withLock { $0.changes } }

  /// Queues `command` for the daemon. A command that only a player in this process can carry out has no effect.
  public func send(_ command: Command) { commands.continuation.yield(command) }

  /// Requests that the daemon measure `options` from now on.
  public func measure(_ options: SpectrumOptions) {
    state.withLock { $0.frame = nil }
    questions.continuation.yield(options)
  }

  // MARK: Communication

  /// Communicates with the daemon until the task is cancelled. Throws `DaemonError` when the daemon cannot be reached.
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
    for try await element in client.events(Endpoint.events.path(), reconnectMode: reconnectMode) {
      switch element {
      case .connected:
        state.withLock { $0.event = 0 }  // another run of the daemon may count from the beginning
        note { changes in
          changes.stations += 1
          changes.titles += 1
          changes.plays += 1
        }
      case .lost(let error):
        state.withLock { state in
          state.status.state = .retrying
          state.status.reason = error.description
          state.status.retryIn = 1
        }
      case .event(let event):
        switch RadioEvent(event) {
        case .status(let status)?:
          take(status)
          if status.state == .playing { note { $0.plays += 1 } }
        case .title(let title, _, _)?:
          state.withLock { state in
            guard state.note(event: event.id) else { return }
            state.status.title = title.isEmpty ? nil : title
          }
          note { $0.titles += 1 }
        case .notice(let text)?:
          state.withLock { state in
            guard state.note(event: event.id) else { return }
            state.status.notice = text.isEmpty ? nil : text
          }
        case .stations?: note { $0.stations += 1 }
        case .queue?, .other?, nil: break
        }
      }
    }
  }

  private func note(_ change: (inout RemoteChanges) -> Void) {
    state.withLock { change(&$0.changes) }
    updating.yield()
  }

  /// Requests the values that no event reports, while a view reads them. ``followEvents()`` reports the failures.
  private func followTime() async throws {
    while true {
      try await Task.sleep(for: Self.statusPause)
      let isLookedAt = state.withLock { $0.lastLook.map { ContinuousClock.now - $0 < Self.lookLife } ?? false }
      if isLookedAt, let status = try? await client.status() { take(status) }
    }
  }

  private func sendCommands() async {
    for await command in commands.stream {
      // What the view shows is inverted, not what the daemon has by now.
      let command = command == .toggleMute ? .setMuted(!state.withLock { $0.status.isMuted }) : command
      guard command.request != nil else { continue }
      do {
        take(try await perform(command))
      } catch {
        if let error = error as? DaemonError { state.withLock { $0.status.notice = error.description } }
      }
    }
  }

  /// Makes the daemon carry out `command`. A station that is not in its list is played by its address.
  private func perform(_ command: Command) async throws -> RadioStatus {
    do {
      return try await client.perform(command)
    } catch let error as DaemonError {
      guard case .refused(_, 404) = error, case .play(.station(let station)) = command else { throw error }
      return try await client.perform(.play(.url(station.url)))
    }
  }

  private func answerQuestions() async {
    var answer: Task<Void, Never>?
    for await options in questions.stream {
      answer?.cancel()
      await answer?.value
      let question = SpectrumQuery(options, framesPerSecond: Self.framesPerSecond)
      answer = Task { await self.takeFrames(question) }
    }
    answer?.cancel()
    await answer?.value
  }

  private func takeFrames(_ question: SpectrumQuery) async {
    while !Task.isCancelled {
      do {
        for try await element in client.events(question.path, reconnectMode: .forever) {
          if case .event(let event) = element, !Task.isCancelled { take(SpectrumReading(event)) }
        }
      } catch {
        if let error = error as? DaemonError { state.withLock { $0.status.notice = error.description } }
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
    let status = status.cleaned
    state.withLock { state in
      guard status.event >= state.event else { return }
      state.event = status.event
      state.status = status
      state.statusTime = .now
    }
  }
}

/// Counts what changed at a daemon and is in no status: each number grows with a change, and with each connection.
public struct RemoteChanges: Sendable, Equatable {
  /// The station list was read again.
  public var stations = 0
  /// A title became audible.
  public var titles = 0
  /// A source plays.
  public var plays = 0

  /// No changes.
  public init() {}
}
