import Bytes
import CSystemd
import Glibc
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
    let last = lastStatus.withLock { exchange(&$0, with: line) }
    if line != last { notify("STATUS=" + line) }
  }

  /// The time after which the supervisor ends the process unless it gets a keep-alive; nil without a watchdog.
  static var watchdogLimit: Duration? {
    guard getenv("WATCHDOG_USEC") != nil else { return nil }  // libsystemd, which takes 1 MB, is not loaded for that
    var microseconds: UInt64 = 0
    return sd_watchdog_enabled(0, &microseconds) > 0 ? .microseconds(Int64(clamping: microseconds)) : nil
  }

  private func notify(_ text: String) { if getenv("NOTIFY_SOCKET") != nil { sd_notify(0, text) } }
}
