/// A frontend that the daemon makes as its settings say.
protocol ConfiguredFrontend: Frontend {
  /// True when clients connect to it: each of them has an open file in the daemon.
  static var acceptsClients: Bool { get }

  /// Creates the frontend; nil when the settings do not enable it.
  init?(_ context: FrontendContext)
}

extension ConfiguredFrontend {
  static var acceptsClients: Bool { false }
}
