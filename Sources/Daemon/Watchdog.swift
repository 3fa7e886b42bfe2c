import Logging
import NIOCore
import NIOPosix
import Radio

/// Gives the supervisor signs of life as long as there is life: the radio obeys, sockets are served, and the sound thread goes
/// round while something is tuned in.
struct Watchdog: Sendable {
  let tuner: Tuner
  let group: MultiThreadedEventLoopGroup
  let supervisor: Supervisor
  let logger: Logger
  /// How long the supervisor waits.
  let limit: Duration

  /// Looks after the radio at twice the pace that is wanted, until the task is cancelled. After a look that found a fault it looks
  /// again soon: what was held up for a while, with the whole machine at worst, is not to be ended for it.
  func run() async {
    var beats: Int?
    var isFed = true
    while !Task.isCancelled {
      let fault = await fault(beats: &beats)
      if let fault {
        if isFed { logger.error("\(fault): no sign of life for the supervisor") }
      } else {
        supervisor.feedWatchdog()
      }
      isFed = fault == nil
      try? await Task.sleep(for: limit / (isFed ? 2 : 8), clock: .continuous)
    }
  }

  /// What does not go on; nil when all does. `beats` is how far the sound thread was at the last look.
  private func fault(beats: inout Int?) async -> String? {
    let timeout = limit / 8
    guard await Self.isAnswered(within: timeout, by: { [tuner] in await tuner.answer() }) else {
      return "the radio does not obey"
    }
    guard await Self.isAnswered(within: timeout, by: { [group] in try? await group.next().submit {}.get() }) else {
      return "sockets are not served"
    }
    let now = tuner.soundBeats
    defer { beats = now }
    return now != nil && now == beats ? "the sound stands still" : nil
  }

  /// Whether `call` returns in time. One that does not is left behind.
  private static func isAnswered(within limit: Duration, by call: @escaping @Sendable () async -> Void) async -> Bool {
    let latch = Latch()
    Task {
      await call()
      latch.open()
    }
    return await latch.wait(limit: limit)
  }
}
