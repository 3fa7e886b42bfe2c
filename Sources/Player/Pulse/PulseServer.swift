import CALSA

/// The sound server behind an ALSA device that is defined with ALSA's `pulse` plugin.
///
/// The plugin hides that the server can replace the sound it holds. radiod therefore uses such a server directly,
/// through ``PulseOutput``; the user still sees the name of the ALSA device.
struct PulseServer: Equatable {
  /// The server's address for libpulse; nil for the user's default server.
  var address: String?
  /// The name of the sink; nil for the server's default.
  var sink: String?

  /// Finds the server behind the ALSA device `name`. Returns nil when the device is something else, or libpulse is
  /// missing.
  ///
  /// Reads ALSA's configuration as opening the device does, and may hang as long, because definitions may query a
  /// server.
  init?(device name: String) {
    guard cpulseIsAvailable, ALSAPCM.libraryProblem == nil else { return nil }
    var top: OpaquePointer?
    guard snd_config_update_ref(&top) >= 0, let top else { return nil }
    defer { snd_config_unref(top) }
    var found: OpaquePointer?
    guard snd_config_search_definition(top, "pcm", name, &found) >= 0, let definition = found else { return nil }
    defer { snd_config_delete(definition) }
    guard Self.text("type", of: definition) == "pulse" else { return nil }
    address = Self.text("server", of: definition)
    sink = Self.text("device", of: definition)
  }

  private static func text(_ key: String, of definition: OpaquePointer) -> String? {
    var member: OpaquePointer?
    var text: UnsafePointer<CChar>?
    guard snd_config_search(definition, key, &member) >= 0, let member, snd_config_get_string(member, &text) >= 0
    else { return nil }
    return text.map { String(cString: $0) }
  }
}
