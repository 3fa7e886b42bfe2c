import AudioCore

/// Which output is wanted: what `--output` and `--device` say. Making it opens nothing yet.
public enum OutputSpec: Sendable, Equatable {
  /// A sound device, by its ALSA name.
  case alsa(device: String)
  /// No sound, at the pace of real time.
  case silent
  /// 16-bit WAV files, not paced.
  case wav(path: String)
  /// 16-bit samples to standard output, not paced.
  case raw

  /// The device that ALSA takes when none is named.
  public static let defaultDevice = "default"

  /// Reads `alsa`, `silent`, `wav:FILE` or `raw`, and a device for `alsa`.
  ///
  /// Throws `TuneError.usage` for anything else, and for a device name that ALSA would take as more than a name.
  public init(_ text: String, device: String? = nil) throws(TuneError) {
    switch text {
    case "alsa":
      let device = device ?? Self.defaultDevice
      guard ALSADevices.isAllowedName(device) else {
        throw .usage(
          message:
            "'\(device)' is no device name: use 'default' or a name that 'radiod devices' lists, such as plughw:0,0")
      }
      self = .alsa(device: device)
    case "silent": self = .silent
    case "raw": self = .raw
    case "wav", "wav:": throw .usage(message: "--output wav needs a file: --output wav:FILE")
    default:
      guard text.hasPrefix("wav:") else {
        throw .usage(message: "there is no output '\(text)': use alsa, silent, wav:FILE or raw")
      }
      self = .wav(path: String(text.dropFirst(4)))
    }
  }

  /// What messages call it: a device's name, a file's path.
  public var name: String {
    switch self {
    case .alsa(let device): device
    case .silent: "silent"
    case .wav(let path): path
    case .raw: "standard output"
    }
  }

  /// True when the output takes sound only as fast as it is heard.
  public var isPaced: Bool {
    switch self {
    case .alsa, .silent: true
    case .wav, .raw: false
    }
  }

  /// The output, closed as yet; to be used on the thread that calls this. `interruption` stops it from others, and `attention` ends
  /// its waits for space.
  public func makeOutput(
    interruption: OutputInterruption = OutputInterruption(), attention: OutputInterruption = OutputInterruption()
  ) -> any AudioOutput {
    switch self {
    case .alsa(let device):
      ThreadedOutput(name: device, interruption: interruption) {
        SoundDevice.output(device, interruption: interruption, attention: attention)
      }
    case .silent: SilentOutput(interruption: interruption, attention: attention)
    case .wav(let path): WAVOutput(path: path, interruption: interruption)
    case .raw: RawOutput(interruption: interruption)
    }
  }
}
