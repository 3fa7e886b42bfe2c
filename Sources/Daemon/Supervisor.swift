import AudioCore
import CSystemd
import Glibc
import Logging
import NIOCore
import NIOPosix
import Radio
import RadioModel
import Synchronization
import SystemSupport

/// Sends status notifications to the supervisor that started the process (systemd, with Type=notify); sends nothing
/// when there is none.
final class Supervisor: Sendable {
  /// The maximum length of the status, in characters.
  private static let statusLimit = 200

  private let lastStatus = Mutex("")

  /// Reports that the frontends have started, or that the settings were read again.
  func notifyReady() { notify("READY=1") }

  /// Reports that the settings are being read again; ``notifyReady()`` follows.
  func notifyReloading() {
    notify("RELOADING=1\nMONOTONIC_USEC=\(SystemTime.monotonicNanoseconds / 1000)")
  }

  /// Reports that the shutdown has begun.
  func notifyStopping() { notify("STOPPING=1") }

  /// Sends the keep-alive of the watchdog.
  func feedWatchdog() { notify("WATCHDOG=1") }

  /// Sends the status line when it has changed.
  func notifyStatus(_ status: RadioStatus) {
    var text = status.name.isEmpty ? status.state.rawValue : status.name
    switch status.state {
    case .playing: if let title = status.title { text += " – " + title }
    case .stopped, .paused, .connecting, .buffering, .retrying, .ended, .failed:
      if !status.name.isEmpty { text += " (\(status.state.rawValue))" }
    }
    let line = CleanText.singleLine(text, limit: Self.statusLimit)
    let isNew = lastStatus.withLock { last in
      defer { last = line }
      return last != line
    }
    if isNew { notify("STATUS=" + line) }
  }

  /// The time after which the supervisor ends the process unless it gets a keep-alive; nil without a watchdog.
  static var watchdogLimit: Duration? {
    guard getenv("WATCHDOG_USEC") != nil else { return nil }  // libsystemd, which takes 1 MB, is not loaded for that
    var microseconds: UInt64 = 0
    return sd_watchdog_enabled(0, &microseconds) > 0 ? .microseconds(Int64(clamping: microseconds)) : nil
  }

  private func notify(_ text: String) { if getenv("NOTIFY_SOCKET") != nil { sd_notify(0, text) } }
}

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
