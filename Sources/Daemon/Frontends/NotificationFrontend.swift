import Notifications
import Radio

/// The notifications of the desktop.
struct NotificationFrontend: ConfiguredFrontend {
  private let notifier: TitleNotifier

  /// Creates the frontend for the user's session bus; nil when the settings do not enable it.
  init?(_ context: FrontendContext) {
    guard context.settings.isOn(.notifications) else { return nil }
    notifier = TitleNotifier(tuner: context.radio.tuner, logger: context.logger)
  }

  func start() async throws { notifier.start() }

  func stop() async { await notifier.stop() }
}
