/// The doors there are.
enum DaemonFrontends {
  /// All that the settings ask for, in the order in which they are opened.
  static func all(_ context: FrontendContext) -> [any Frontend] {
    var frontends: [any Frontend] = [WebFrontend(context)]
    if let frontend = MPDFrontend(context) { frontends.append(frontend) }
    if context.settings.isOn(.mpris) { frontends.append(MPRISFrontend(context)) }
    return frontends
  }
}
