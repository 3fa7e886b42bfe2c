package import DBus
package import RadioModel

/// The steps of showing notifications: what is asked of the desktop, and when. A value without a connection. Times are
/// in µs of the monotonic clock.
///
/// One notification is shown, and each title replaces the one before. Of titles that come too fast, or while the desktop
/// does not answer, only the newest is shown.
package struct NotificationSteps: Sendable {
  /// A call of a method of the desktop.
  package enum Call: Sendable, Equatable {
    /// What the desktop can show.
    case capabilities
    /// Shows a notification in place of the one with this number; 0 for none.
    case show(TitleNotification, isMarkup: Bool, replaces: UInt32)
  }

  /// The minimum interval between two notifications.
  package static let interval: UInt64 = 2_000_000
  /// The interval between two calls at a desktop that does not show notifications.
  package static let pause: UInt64 = 10_000_000
  /// The time limit of an answer.
  package static let answerLimit: UInt64 = 30_000_000

  /// The source and title of a snapshot.
  private struct Seen: Equatable {
    var source: Source?
    var title: String?
  }

  /// What the last snapshot had whose title was news.
  private var seen = Seen()
  private var waiting: TitleNotification?
  /// True when bodies are markup; nil before the desktop has said so.
  private var isMarkup: Bool?
  private var shown: UInt32 = 0
  private var asked: (call: Call, at: UInt64)?
  private var nextCall: UInt64 = 0

  /// Nothing to show yet.
  package init() {}

  /// Schedules the notification about the title of `snapshot`, if that is news.
  package mutating func see(_ snapshot: TunerSnapshot) {
    guard snapshot.titleIsNews else { return }
    let present = Seen(source: snapshot.source, title: snapshot.title)
    guard present != seen else { return }
    seen = present
    schedule(TitleNotification(snapshot))
  }

  /// Schedules the notification to show next; it replaces one that waits. Nil when there is no title any more.
  package mutating func schedule(_ notification: TitleNotification?) { waiting = notification }

  /// Returns the call that is due at the time `now`, which counts as made then.
  package mutating func next(at now: UInt64) -> Call? {
    if let asked, now >= asked.at + Self.answerLimit { forgetDesktop() }
    guard asked == nil, now >= nextCall, let notification = waiting else { return nil }
    let call: Call
    if let isMarkup {
      call = .show(notification, isMarkup: isMarkup, replaces: shown)
      waiting = nil
      nextCall = now + Self.interval
    } else {
      call = .capabilities
    }
    asked = (call, now)
    return call
  }

  /// The time at which ``next(at:)`` has something to do; nil when that depends on other events.
  package var nextTime: UInt64? {
    guard waiting != nil else { return nil }
    return asked.map { $0.at + Self.answerLimit } ?? nextCall
  }

  /// Notes the results of the last call.
  package mutating func answered(_ results: [BusValue]) {
    switch (asked?.call, results.first) {
    case (.capabilities?, .strings(let names)?): isMarkup = names.contains("body-markup")
    case (.capabilities?, _): isMarkup = true
    case (.show?, .integer(let number)?): shown = UInt32(exactly: number) ?? 0
    case (.show?, _), (nil, _): break
    }
    asked = nil
  }

  /// Notes that the last call failed at the time `now`: no desktop shows notifications at present.
  package mutating func failed(at now: UInt64) {
    forgetDesktop()
    waiting = nil
    nextCall = now + Self.pause
  }

  /// Notes that another program shows notifications from now on, or none.
  package mutating func forgetDesktop() {
    (isMarkup, shown, asked) = (nil, 0, nil)
  }
}
