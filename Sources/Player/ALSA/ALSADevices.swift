import AudioCore

/// Lists the sound devices that ALSA knows, and checks device names.
public enum ALSADevices {
  /// A playback device.
  public struct Device: Sendable, Hashable {
    /// The name that `--device` takes.
    public var name: String
    /// ALSA's description of the device, in one line.
    public var description: String
  }

  /// Why there are no devices, when libasound cannot be loaded: a sentence without its end. Nil otherwise.
  public static var problem: String? { ALSAPCM.libraryProblem }

  /// Returns the playback devices, `default` first; only those with names that `isAllowedName` accepts.
  public static func list() -> [Device] {
    var devices: [Device] = []
    for hint in ALSAPCM.hints() where isAllowedName(hint.name) && !devices.contains(where: { $0.name == hint.name }) {
      let lines = hint.description.split(separator: "\n").map(String.init)
      devices.append(Device(name: hint.name, description: lines.joined(separator: ", ")))
    }
    let fallback = Device(name: OutputSpec.defaultDevice, description: "the system's default sound device")
    let first = devices.first { $0.name == fallback.name } ?? fallback
    return [first] + devices.filter { $0.name != fallback.name }
  }

  /// True when `name` is a plain name: `default`, `hw:0,3`, `plughw:CARD=PCH,DEV=0`, or letters, digits and
  /// underscores.
  ///
  /// ALSA's device strings are a language: `file:'|command',raw` runs a command. ALSA therefore receives only names
  /// that match `^((plug)?hw:[A-Za-z0-9_,=]+|[A-Za-z0-9_]+)$`.
  public static func isAllowedName(_ name: String) -> Bool {
    var bytes = Array(name.utf8)[...]
    var isCard = false
    for prefix in ["plughw:", "hw:"] where bytes.starts(with: prefix.utf8) {
      bytes = bytes.dropFirst(prefix.utf8.count)
      isCard = true
      break
    }
    return !bytes.isEmpty && bytes.allSatisfy { $0.isLetterOrDigit(or: isCard ? "_,=" : "_") }
  }
}
