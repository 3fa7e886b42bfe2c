import MPRIS

/// The frontend for the desktop's media keys.
struct MPRISFrontend: Frontend {
  let name = "media keys"
  private let player: MPRISPlayer

  /// Creates the frontend for the user's session bus.
  init(_ context: FrontendContext) { player = MPRISPlayer(tuner: context.tuner, logger: context.logger) }

  func start() async throws {
    _ = player.start()  // a missing bus is not an error
  }

  func stop() async { await player.stop() }
}
