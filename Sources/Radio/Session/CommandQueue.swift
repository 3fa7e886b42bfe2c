import Synchronization

/// What waits for ``Tuner/run()``: commands, and reports of the source that is tuned in. Any thread may put something in, at
/// once; one task takes it out, in order.
///
/// Bounded. A flood of reports (a station may change its title a thousand times a second) loses its oldest and never costs a
/// command.
package final class CommandQueue: Sendable {
  /// One thing to do.
  package enum Item: Sendable {
    /// Somebody asks for it, and is told when it is done.
    case command(Command, done: (@Sendable () -> Void)? = nil)
    /// Somebody wants to know whether things are done at all.
    case check(done: @Sendable () -> Void)
    /// The queue's entry that is tuned in was taken away.
    case follow
    /// The tuning that was made as the `generation`th says so.
    case report(PlaybackSession.Report, generation: Int)
  }

  /// Items of each kind that may wait; far more than can come in the longest pause of `run()` unless it is a flood.
  private static let capacity = 1024

  private struct State {
    var items: [Item] = []
    var commands = 0
    var checks = 0
    var isClosed = false
  }

  private let state = Mutex(State())
  private let wakeUps: AsyncStream<Void>
  private let wakeUp: AsyncStream<Void>.Continuation

  /// An empty inbox.
  package init() {
    (wakeUps, wakeUp) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  /// Puts a command behind what waits; it is lost when a thousand others wait already. `done` is called when it was obeyed, and
  /// when it never will be.
  package func put(_ command: Command, done: (@Sendable () -> Void)? = nil) { put(.command(command, done: done)) }

  /// Has `done` called when its turn comes. However many commands wait, it waits behind them: were it called at once, a radio that
  /// obeys nobody would seem well.
  package func check(done: @escaping @Sendable () -> Void) { put(.check(done: done)) }

  /// Has the radio follow the queue, from which the entry that is tuned in was taken away.
  package func putFollow() {
    state.withLock { state in
      // One is enough: it looks at the queue as it is then.
      if !state.isClosed, !state.items.contains(where: \.isFollow) { state.items.append(.follow) }
    }
    wakeUp.yield()
  }

  private func put(_ request: Item) {
    let isTaken = state.withLock { state in
      let isCheck = if case .check = request { true } else { false }
      guard (isCheck ? state.checks : state.commands) < Self.capacity, !state.isClosed else { return false }
      state.items.append(request)
      if isCheck { state.checks += 1 } else { state.commands += 1 }
      return true
    }
    if isTaken { wakeUp.yield() } else { request.done?() }
  }

  /// Puts a report of the tuning that `generation` counts behind what waits.
  package func put(_ report: PlaybackSession.Report, generation: Int) {
    state.withLock { state in
      guard !state.isClosed else { return }
      if state.items.count - state.commands - state.checks >= Self.capacity,
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
        defer {
          state.items = []
          state.commands = 0
          state.checks = 0
        }
        return state.items
      }
      if !items.isEmpty { return items }
      guard await iterator.next() != nil else { return [.command(.quit)] }  // the task was cancelled
    }
  }

  /// Nothing is taken out any more: whoever waits for something to be done is let go, now and from now on.
  package func close() {
    let items = state.withLock { state in
      defer { state = State(isClosed: true) }
      return state.items
    }
    for item in items { item.done?() }
  }
}

extension CommandQueue.Item {
  /// What to call when it is done.
  package var done: (@Sendable () -> Void)? {
    switch self {
    case .command(_, let done): done
    case .check(let done): done
    case .follow, .report: nil
    }
  }

  fileprivate var isFollow: Bool { if case .follow = self { true } else { false } }

  /// True for reports that a later one makes up for; the end of a source is told once only.
  fileprivate var isPassing: Bool {
    switch self {
    case .command, .check, .follow: false
    case .report(.feed, _): true
    case .report(.feedFailed, _): false
    case .report(.sound(let event), _):
      switch event {
      case .playing, .rebuffering, .title, .outputLost, .outputBack, .deviceFaults: true
      case .suspended, .ended, .failed, .outputClosed: false
      }
    }
  }
}
