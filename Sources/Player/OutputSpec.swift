import AudioCore

/// The requested output, as given by `--output` and `--device`. Creating a value opens nothing.
public enum OutputSpec: Sendable, Equatable {
  /// A sound device by its ALSA name.
  case alsa(device: String)
  /// No sound, paced in real time.
  case silent
  /// 16-bit WAV files, not paced.
  case wav(path: String)
  /// 16-bit samples to standard output, not paced.
  case raw

  /// The device that ALSA uses by default.
  public static let defaultDevice = "default"

  /// Parses `alsa`, `silent`, `wav:FILE` or `raw`, and the device for `alsa`.
  ///
  /// Throws `TuneError.usage` for any other text, and for a device name that is not a plain ALSA name.
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

  /// The name for messages: a device's name, a file's path.
  public var name: String {
    switch self {
    case .alsa(let device): device
    case .silent: "silent"
    case .wav(let path): path
    case .raw: "standard output"
    }
  }

  /// True when the output accepts sound only as fast as it plays.
  public var isPaced: Bool {
    switch self {
    case .alsa, .silent: true
    case .wav, .raw: false
    }
  }

  /// Returns the output, not open yet; use it on the calling thread. `interruption` stops it from other threads, and
  /// `attention` ends its waits for space.
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
