import MPRIS

/// The desktop's media keys.
struct MPRISFrontend: Frontend {
  let name = "media keys"
  private let player: MPRISPlayer

  /// The door to the user's session bus.
  init(_ context: FrontendContext) { player = MPRISPlayer(tuner: context.tuner, logger: context.logger) }

  func start() async throws {
    _ = player.start()  // no bus, no keys: that is no fault
  }

  func stop() async { player.stop() }
}
