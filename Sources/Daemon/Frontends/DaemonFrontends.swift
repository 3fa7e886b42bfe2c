/// The frontends of the daemon.
enum DaemonFrontends {
  /// Returns the frontends that the settings enable, in the order in which they start.
  static func all(_ context: FrontendContext) -> [any Frontend] {
    var frontends: [any Frontend] = [WebFrontend(context)]
    if let frontend = MPDFrontend(context) { frontends.append(frontend) }
    if context.settings.isOn(.mpris) { frontends.append(MPRISFrontend(context)) }
    return frontends
  }
}
