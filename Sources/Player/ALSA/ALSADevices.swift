/// The sound devices that ALSA knows, and which names are names.
public enum ALSADevices {
  /// A device that sound can be played to.
  public struct Device: Sendable, Hashable {
    /// What `--device` takes.
    public var name: String
    /// What it is, in ALSA's words, one line.
    public var description: String
  }

  /// Devices to play to, `default` first; only those whose names `isAllowedName` allows.
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

  /// Whether `name` is a mere name: `default`, `hw:0,3`, `plughw:CARD=PCH,DEV=0`, or letters, digits and underscores.
  ///
  /// ALSA's device strings are a language; `file:'|command',raw` runs a command. So nothing else is ever handed to it:
  /// `^((plug)?hw:[A-Za-z0-9_,=]+|[A-Za-z0-9_]+)$`.
  public static func isAllowedName(_ name: String) -> Bool {
    var bytes = Array(name.utf8)[...]
    var isCard = false
    for prefix in ["plughw:", "hw:"] where bytes.starts(with: prefix.utf8) {
      bytes = bytes.dropFirst(prefix.utf8.count)
      isCard = true
      break
    }
    return !bytes.isEmpty
      && bytes.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
          true
        case UInt8(ascii: ","), UInt8(ascii: "="): isCard
        default: false
        }
      }
  }
}
