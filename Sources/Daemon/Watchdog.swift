import Logging
import NIOCore
import NIOPosix
import Radio
import SystemSupport

/// Sends keep-alives to the supervisor as long as the daemon works: the tuner carries out commands, the event loops
/// respond, and the sound thread runs while a source is tuned in.
struct Watchdog: Sendable {
  let tuner: Tuner
  let groups: [MultiThreadedEventLoopGroup]
  let supervisor: Supervisor
  let logger: Logger
  /// The time after which the supervisor ends the process unless it gets a keep-alive.
  let limit: Duration

  /// Checks the daemon twice per `limit` until the task is cancelled. After a failed check it checks again after an
  /// eighth of `limit`: a temporary stall, at worst of the whole machine, must not end the daemon.
  func run() async {
    var beats: Int?
    var isFed = true
    while !Task.isCancelled {
      let fault = await fault(beats: &beats)
      if let fault {
        if isFed, !Task.isCancelled { logger.error("\(fault): no sign of life for the supervisor") }
      } else {
        supervisor.feedWatchdog()
      }
      isFed = fault == nil
      try? await Task.sleep(for: limit / (isFed ? 2 : 8), clock: .continuous)
    }
  }

  /// Returns the first fault; nil when everything works. `beats` is the sound thread's counter at the last check.
  private func fault(beats: inout Int?) async -> String? {
    let timeout = limit / 8
    guard await tuner.answers(within: timeout) else { return "the radio does not obey" }
    for group in groups {
      let isServed = OneShotEvent()
      group.next().execute { isServed.set() }
      guard await isServed.wait(limit: timeout) else { return "sockets are not served" }
    }
    let now = tuner.soundBeats
    defer { beats = now }
    return now != nil && now == beats ? "the sound stands still" : nil
  }
}
