import Hooks
import Radio

/// The programs of the user that run for titles and states.
struct HookFrontend: ConfiguredFrontend {
  private let hooks: Hooks

  /// Creates the frontend; nil when the settings name no program.
  init?(_ context: FrontendContext) {
    guard !context.settings.hooks.isEmpty else { return nil }
    hooks = Hooks(context.settings.hooks, tuner: context.radio.tuner, logger: context.logger)
  }

  func start() async throws { hooks.start() }

  func stop() async { await hooks.stop() }
}
