import DBus
import Notifications
import RadioModel
import Stations
import Testing

@Suite("The steps of showing notifications")
struct NotificationStepsTests {
  private static let second: UInt64 = 1_000_000

  private static func notification(_ title: String?, state: TunerSnapshot.State = .playing) -> TitleNotification? {
    var snapshot = TunerSnapshot()
    snapshot.name = "Radio \u{1b}[31mA & B"
    snapshot.state = state
    snapshot.title = title
    return TitleNotification(snapshot)
  }

  @Test(
    "a notification has the song, the artist and the station, cleaned, and its markup shows each character as it is")
  func text() throws {
    let notification = try #require(Self.notification("<b>Ann</b> - \"A < B\" & C\n$(reboot)"))
    #expect(notification.summary == "\"A < B\" & C $(reboot)")
    #expect(notification.body == "<b>Ann</b> – Radio [31mA & B")
    #expect(notification.markup == "&lt;b&gt;Ann&lt;/b&gt; – Radio [31mA &amp; B")
    #expect(Self.notification("News")?.body == "Radio [31mA & B")
  }

  @Test("without a title, and when nothing is tuned in, there is nothing to show")
  func nothing() {
    #expect(Self.notification(nil) == nil)
    #expect(Self.notification("") == nil)
    #expect(Self.notification("A - B", state: .stopped) == nil)
  }

  @Test("a listener who goes back, who returns, and who pauses and goes on gets no notification again")
  func wentBack() {
    var steps = NotificationSteps()
    var time: UInt64 = 0
    /// What is shown when the radio is at this title.
    func shows(_ title: String?, isRepeated: Bool = false, isHeld: Bool = false) -> String? {
      var snapshot = TunerSnapshot()
      snapshot.state = isHeld ? .stopped : .playing
      (snapshot.title, snapshot.titleIsRepeated) = (title, isRepeated)
      (snapshot.isPaused, snapshot.isHeld) = (isHeld, isHeld)
      time += NotificationSteps.interval
      steps.see(snapshot)
      var call = steps.next(at: time)
      if call == .capabilities {
        steps.answered([.strings([])])
        call = steps.next(at: time)
      }
      guard case .show(let notification, _, _)? = call else { return nil }
      steps.answered([.integer(1)])
      return notification.summary
    }
    #expect(shows("A - One") == "One" && shows("A - One") == nil && shows("A - Two") == "Two")
    #expect(shows("A - One", isRepeated: true) == nil && shows(nil, isRepeated: true) == nil)
    #expect(shows("A - One", isRepeated: true, isHeld: true) == nil && shows("A - One", isRepeated: true) == nil)
    #expect(shows("A - Two", isRepeated: true) == nil && shows("A - Two") == nil)
    #expect(shows("A - Two", isHeld: true) == nil && shows("A - Two") == nil)
    #expect(shows("A - Three", isHeld: true) == nil && shows("A - Three") == "Three", "heard only after the pause")
    #expect(shows("A - One") == "One", "a station may play a song again")
  }

  @Test("the desktop is asked once what it shows, and each title replaces the one before")
  func replacement() throws {
    var steps = NotificationSteps()
    #expect(steps.next(at: 0) == nil && steps.nextTime == nil)
    let first = try #require(Self.notification("A - B"))
    steps.schedule(first)
    #expect(steps.next(at: 0) == .capabilities)
    #expect(steps.next(at: 1) == nil, "one call at a time")
    steps.answered([.strings(["body", "body-markup"])])
    #expect(steps.next(at: 2) == .show(first, isMarkup: true, replaces: 0))
    steps.answered([.integer(77)])
    let second = try #require(Self.notification("C - D"))
    steps.schedule(second)
    #expect(steps.next(at: 3) == nil)
    #expect(steps.nextTime == 2 + NotificationSteps.interval)
    #expect(steps.next(at: 2 + NotificationSteps.interval) == .show(second, isMarkup: true, replaces: 77))
  }

  @Test("of a thousand titles in ten seconds, at most one each two seconds is shown, and the last one always")
  func flood() throws {
    var steps = NotificationSteps()
    var shown: [String] = []
    for number in 1...1100 {
      let now = UInt64(number) * Self.second / 100
      if number <= 1000 { steps.schedule(Self.notification("A - \(number)")) }
      switch steps.next(at: now) {
      case .capabilities?: steps.answered([.strings([])])
      case .show(let notification, _, _)?:
        shown.append(notification.summary)
        steps.answered([.integer(1)])
      case nil: break
      }
    }
    #expect((5...6).contains(shown.count), "\(shown)")
    while let time = steps.nextTime {
      if case .show(let notification, _, _)? = steps.next(at: time) { shown.append(notification.summary) }
      steps.answered([.integer(1)])
    }
    #expect(shown.last == "1000")
  }

  @Test("where no desktop shows notifications, it is asked at most once in ten seconds")
  func noDesktop() {
    var steps = NotificationSteps()
    var calls = 0
    for number in 0..<1000 {
      let now = UInt64(number) * Self.second / 10
      steps.schedule(Self.notification("A - \(number)"))
      guard steps.next(at: now) != nil else { continue }
      calls += 1
      steps.failed(at: now)
    }
    #expect(calls == 10)
  }

  @Test("a desktop that does not answer is asked again after its time limit, and a new one from the beginning")
  func silence() throws {
    var steps = NotificationSteps()
    let notification = try #require(Self.notification("A - B"))
    steps.schedule(notification)
    #expect(steps.next(at: 0) == .capabilities)
    #expect(steps.nextTime == NotificationSteps.answerLimit)
    #expect(steps.next(at: NotificationSteps.answerLimit) == .capabilities)
    steps.answered([.strings([])])
    #expect(steps.next(at: 40 * Self.second) == .show(notification, isMarkup: false, replaces: 0))
    steps.answered([.integer(5)])
    steps.forgetDesktop()
    steps.schedule(notification)
    #expect(steps.next(at: 50 * Self.second) == .capabilities)
    steps.answered([])
    #expect(steps.next(at: 50 * Self.second) == .show(notification, isMarkup: true, replaces: 0))
  }
}
