import CALSA

/// A sound server that an ALSA device stands for: one whose definition is ALSA's `pulse` plugin.
///
/// The plugin hides what the server can do: to put other sound in the place of what it holds. So radiod speaks to such a
/// server itself, by ``PulseOutput``; the device's name stays what the user knows.
struct PulseServer: Equatable {
  /// Which server, as libpulse takes it; nil for the user's own.
  var address: String?
  /// Which of its sinks; nil for its default.
  var sink: String?

  /// The server behind the ALSA device `name`; nil when that is something else, or libpulse is missing.
  ///
  /// Reads ALSA's configuration as opening the device does, and may hang as long: definitions may ask a server.
  init?(device name: String) {
    guard cpulseIsAvailable else { return nil }
    _ = ALSAPCM.messagesAreSilent
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
