/// The frontends of the daemon.
enum DaemonFrontends {
  /// All kinds of frontends, in the order in which they start.
  static let kinds: [any ConfiguredFrontend.Type] = [
    WebFrontend.self, MPDFrontend.self, MPRISFrontend.self, NotificationFrontend.self, HookFrontend.self,
    MDNSFrontend.self, ScrobblingFrontend.self,
  ]

  /// Returns the frontends that the settings enable, in the order in which they start.
  static func all(_ context: FrontendContext) -> [any Frontend] { kinds.compactMap { $0.init(context) } }
}
