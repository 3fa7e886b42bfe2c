package import RadioModel
import Synchronization
import SystemSupport

/// The queue of items for ``Tuner/run()``: commands, and reports from the playback session. Any thread may add an item
/// without waiting; one task takes them out, in order.
///
/// The queue is bounded. A flood of reports (a station may change its title a thousand times a second) drops the oldest
/// reports and never a command.
package final class CommandQueue: Sendable {
  /// An item of the queue.
  package enum Item: Sendable {
    /// A command; `done` is called when it was carried out.
    case command(Command, done: (@Sendable () -> Void)? = nil)
    /// A check whether commands are processed at all.
    case check(done: @Sendable () -> Void)
    /// The current entry was removed from the queue of stations.
    case follow
    /// A report from the playback session with this generation.
    case report(PlaybackSession.Report, generation: Int)
  }

  /// The maximum number of waiting items of each kind: far more than can arrive in the longest pause of `run()`, except
  /// in a flood.
  private static let capacity = 1024

  private struct State {
    var items: [Item] = []
    var commands = 0
    var checks = 0
    var isClosed = false
  }

  private let state = Mutex(State())
  private let wake = WakeSignal()

  /// An empty queue.
  package init() {}

  /// Adds a command; drops it when 1024 commands are already waiting. `done` is called when the command was carried
  /// out, or when it never will be.
  package func put(_ command: Command, done: (@Sendable () -> Void)? = nil) { put(.command(command, done: done)) }

  /// Calls `done` when the items before it were processed, however many commands wait. If `done` were called at once, a
  /// radio that processes no commands would seem to work. When 1024 checks are already waiting, `done` is called at
  /// once.
  package func check(done: @escaping @Sendable () -> Void) { put(.check(done: done)) }

  /// Makes the radio follow the queue of stations, from which the current entry was removed.
  package func putFollow() {
    state.withLock { state in
      // One item is enough: it uses the state of the queue at the time when it is processed.
      if !state.isClosed, !state.items.contains(where: \.isFollow) { state.items.append(.follow) }
    }
    wake.signal()
  }

  private func put(_ request: Item) {
    let isTaken = state.withLock { state in
      let isCheck = if case .check = request { true } else { false }
      guard (isCheck ? state.checks : state.commands) < Self.capacity, !state.isClosed else { return false }
      state.items.append(request)
      if isCheck { state.checks += 1 } else { state.commands += 1 }
      return true
    }
    if isTaken { wake.signal() } else { request.done?() }
  }

  /// Adds a report from the playback session with this `generation`.
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
    wake.signal()
  }

  /// Returns the waiting items, in order; waits until there is one.
  package func next() async -> [Item] {
    var iterator = wake.makeAsyncIterator()
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

  /// Closes the queue: no item is taken out any more. Calls `done` of the waiting items now, and of later ones at once.
  package func close() {
    let items = state.withLock { state in
      defer { state = State(isClosed: true) }
      return state.items
    }
    for item in items { item.done?() }
  }
}

extension CommandQueue.Item {
  /// The function to call when the item was processed.
  package var done: (@Sendable () -> Void)? {
    switch self {
    case .command(_, let done): done
    case .check(let done): done
    case .follow, .report: nil
    }
  }

  fileprivate var isFollow: Bool { if case .follow = self { true } else { false } }

  /// True for reports that later reports replace. The end of a source is reported only once.
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
