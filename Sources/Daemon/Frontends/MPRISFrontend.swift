import MPRIS
import Radio
import SystemSupport

/// The frontend for the desktop's media keys.
struct MPRISFrontend: ConfiguredFrontend {
  private let player: MPRISPlayer

  /// Creates the frontend for the user's session bus; nil when the settings do not enable it.
  init?(_ context: FrontendContext) {
    guard context.settings.isOn(.mpris) else { return nil }
    player = MPRISPlayer(
      tuner: context.radio.tuner, pictures: context.pictures, folder: context.folders.runtime, logger: context.logger)
  }

  func start() async throws { player.start() }

  func stop() async { await player.stop() }
}
