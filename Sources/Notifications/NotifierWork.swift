import DBus
import Logging
import RadioModel

/// The work at the session bus: shows each title that becomes audible.
struct NotifierWork: BusWork {
  private static let client = "org.freedesktop.Notifications"
  private static let desktop = BusObject(
    client: client, path: "/org/freedesktop/Notifications", interface: client)
  private static let application = "SpringRadio"
  /// The icon where there is no picture, by the Icon Naming Specification.
  private static let icon = "audio-x-generic"
  /// The desktop chooses how long the notification is shown.
  private static let defaultTime: Int32 = -1
  /// Normal. GNOME shows no banner of low urgency.
  private static let urgency: UInt8 = 1

  private let tuner: any RadioPlayer
  private let picture: @Sendable () -> String?
  private let wake: WakeUp
  private let logger: Logger
  private var steps = NotificationSteps()
  private var unanswered: UInt64?
  private var hasFailed = false
  private var now: UInt64 = 0

  /// The work for the radio of `tuner`, whose events raise `wake`. `picture` is the path of a picture of the station.
  init(tuner: any RadioPlayer, picture: @escaping @Sendable () -> String?, wake: WakeUp, logger: Logger) {
    self.tuner = tuner
    self.picture = picture
    self.wake = wake
    self.logger = logger
  }

  mutating func begin(at bus: MessageBus) throws(BusError) {
    let driver = MessageBus.driver.client
    try bus.subscribe("type='signal',sender='\(driver)',member='NameOwnerChanged',arg0='\(Self.client)'")
    wake.raise()
  }

  mutating func work(at bus: MessageBus, now: UInt64) throws(BusError) {
    self.now = now
    if wake.isRaised {
      wake.lower()
      steps.see(tuner.snapshot)
    }
    guard !bus.isBlocked, let call = steps.next(at: now) else { return }
    unanswered =
      switch call {
      case .capabilities: try bus.call("GetCapabilities", of: Self.desktop, startsService: true)
      case .show(let notification, let isMarkup, let replaced):
        try bus.call(
          "Notify", of: Self.desktop,
          [
            .string(Self.application), .uint32(replaced), .string(Self.icon), .string(notification.summary),
            .string(isMarkup ? notification.markup : notification.body), .strings([]), .dictionary(hints),
            .int32(Self.defaultTime),
          ], startsService: true)
      }
  }

  private var hints: [BusEntry] {
    var hints = [
      BusEntry("urgency", .byte(Self.urgency)), BusEntry("transient", .boolean(true)),
      BusEntry("suppress-sound", .boolean(true)),
    ]
    if let path = picture() { hints.append(BusEntry("image-path", .string(path))) }
    return hints
  }

  func nextWork(at bus: MessageBus) -> UInt64? { bus.isBlocked ? nil : steps.nextTime }

  mutating func handle(_ message: BusMessage, at bus: MessageBus) throws(BusError) {
    switch message.kind {
    case .call: try bus.answer(message, with: .failure(.unknownObject, "there is no such object"))
    case .results(let number) where number == unanswered:
      steps.answered(message.arguments ?? [])
      hasFailed = false
    case .failure(let number) where number == unanswered:
      if !hasFailed { logger.info("the desktop shows no notifications: \(message.errorText)") }
      hasFailed = true
      steps.failed(at: now)
    case .signal:
      // The bus makes sure who sent it; it is the only sender of signals to which we subscribe.
      if message.signal?.sender == MessageBus.driver.client, message.signal?.member == "NameOwnerChanged" {
        steps.forgetDesktop()
      }
    case .results, .failure, nil: break
    }
  }
}
