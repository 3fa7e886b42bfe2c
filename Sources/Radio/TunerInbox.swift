import Synchronization

/// What waits for ``Tuner/run()``: commands, and reports of the source that is tuned in. Any thread may put something in, at
/// once; one task takes it out, in order.
///
/// Bounded. A flood of reports (a station may change its title a thousand times a second) loses its oldest and never costs a
/// command.
package final class TunerInbox: Sendable {
  /// One thing to do.
  package enum Item: Sendable {
    /// Somebody asks for it.
    case command(Command)
    /// The tuning that was made as the `generation`th says so.
    case report(Tuning.Report, generation: Int)
  }

  /// Items of each kind that may wait; far more than can come in the longest pause of `run()` unless it is a flood.
  private static let capacity = 1024

  private struct State {
    var items: [Item] = []
    var commands = 0
  }

  private let state = Mutex(State())
  private let wakeUps: AsyncStream<Void>
  private let wakeUp: AsyncStream<Void>.Continuation

  /// An empty inbox.
  package init() {
    (wakeUps, wakeUp) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  /// Puts a command behind what waits; it is lost when a thousand others wait already.
  package func put(_ command: Command) {
    state.withLock { state in
      guard state.commands < Self.capacity else { return }
      state.items.append(.command(command))
      state.commands += 1
    }
    wakeUp.yield()
  }

  /// Puts a report of the tuning that `generation` counts behind what waits.
  package func put(_ report: Tuning.Report, generation: Int) {
    state.withLock { state in
      if state.items.count - state.commands >= Self.capacity,
        let index = state.items.firstIndex(where: { $0.isPassing })
      {
        state.items.remove(at: index)
      }
      state.items.append(.report(report, generation: generation))
    }
    wakeUp.yield()
  }

  /// What waits now, in order; waits for something when there is nothing.
  package func next() async -> [Item] {
    var iterator = wakeUps.makeAsyncIterator()
    while true {
      let items = state.withLock { state in
        defer { state = State() }
        return state.items
      }
      if !items.isEmpty { return items }
      guard await iterator.next() != nil else { return [.command(.quit)] }  // the task was cancelled
    }
  }
}

extension TunerInbox.Item {
  /// True for reports that a later one makes up for; the end of a source is told once only.
  fileprivate var isPassing: Bool {
    switch self {
    case .command: false
    case .report(.feed, _): true
    case .report(.feedFailed, _): false
    case .report(.sound(let event), _):
      switch event {
      case .playing, .ranDry, .title, .outputLost, .outputBack, .deviceFaults: true
      case .overslept, .ended, .failed, .outputClosed: false
      }
    }
  }
}
