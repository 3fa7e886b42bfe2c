import AudioCore
import CSystemd
import Glibc
import Radio
import Synchronization

/// Tells the program that started us (systemd, with Type=notify) how things are; says nothing when there is none that listens.
final class Supervisor: Sendable {
  /// Longest status, in characters.
  private static let statusLimit = 200

  private let lastStatus = Mutex("")

  /// The doors are open, or the settings were read anew.
  func notifyReady() { notify("READY=1") }

  /// The settings are being read anew; ``notifyReady()`` follows.
  func notifyReloading() {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    notify("RELOADING=1\nMONOTONIC_USEC=\(time.tv_sec * 1_000_000 + time.tv_nsec / 1000)")
  }

  /// The end has begun.
  func notifyStopping() { notify("STOPPING=1") }

  /// All works.
  func feedWatchdog() { notify("WATCHDOG=1") }

  /// Tells what is on, when that has changed.
  func notifyStatus(_ snapshot: TunerSnapshot) {
    let status = RadioStatus(snapshot, event: 0)
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

  /// How long the supervisor waits for a sign of life before it ends us; nil when it does not.
  static var watchdogLimit: Duration? {
    var microseconds: UInt64 = 0
    return sd_watchdog_enabled(0, &microseconds) > 0 ? .microseconds(Int64(clamping: microseconds)) : nil
  }

  private func notify(_ text: String) { sd_notify(0, text) }
}
