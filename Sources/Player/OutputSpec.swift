public import AudioCore

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

  /// Where the sound goes. The rest of the program treats an output by it alone.
  public enum Destination: Sendable, Equatable {
    /// A sound device, by its name: it may be missing or hang, and is retried.
    case device(String)
    /// Nowhere.
    case nowhere
    /// A file that is created or overwritten.
    case file(path: String)
    /// Standard output.
    case standardOutput
  }

  /// Where the sound goes.
  public var destination: Destination {
    switch self {
    case .alsa(let device): .device(device)
    case .silent: .nowhere
    case .wav(let path): .file(path: path)
    case .raw: .standardOutput
    }
  }

  /// The name for messages: a device's name, a file's path.
  public var name: String {
    switch destination {
    case .device(let name): name
    case .nowhere: "silent"
    case .file(let path): path
    case .standardOutput: "standard output"
    }
  }

  /// True when the output accepts sound only as fast as it plays.
  public var isPaced: Bool {
    switch destination {
    case .device, .nowhere: true
    case .file, .standardOutput: false
    }
  }

  /// Returns the output, not open yet; use it on the calling thread. `interruption` stops it from other threads, and
  /// `wakeUp` ends its waits for space. `clock` paces an output without a clock of its own.
  public func makeOutput(
    interruption: OutputInterruption = OutputInterruption(), wakeUp: OutputInterruption = OutputInterruption(),
    clock: any PacingClock = SystemPacingClock()
  ) -> any AudioOutput {
    switch self {
    case .alsa(let device):
      ThreadedOutput(name: device, interruption: interruption) {
        SoundDevice.output(device, interruption: interruption, wakeUp: wakeUp)
      }
    case .silent: SilentOutput(interruption: interruption, wakeUp: wakeUp, clock: clock)
    case .wav(let path): WAVOutput(path: path, interruption: interruption)
    case .raw: RawOutput(interruption: interruption)
    }
  }

  // MARK: - The words of `--output`

  /// A word of `--output`.
  private struct Form: Sendable {
    let word: String
    /// The name of the file that follows behind a colon; nil where nothing follows.
    var file: String?
    /// What the help says behind the word.
    var note = ""
    /// True when the setting `output` of the daemon has the word too.
    var isForService = false
    /// Makes the output from the text behind the colon and the name of the device.
    let make: @Sendable (_ path: String, _ device: String) -> OutputSpec

    var text: String { file.map { "\(word):\($0)" } ?? word }

    static let alsa = Form(word: "alsa", isForService: true) { .alsa(device: $1) }
    static let silent = Form(word: "silent", isForService: true) { _, _ in .silent }
    static let wav = Form(word: "wav", file: "FILE", note: " (16-bit)") { path, _ in .wav(path: path) }
    static let raw = Form(word: "raw", note: " (16-bit, to standard output)") { _, _ in .raw }
  }

  /// All words, in the order of the help.
  private static let forms: [Form] = [.alsa, .silent, .wav, .raw]

  private var form: Form {
    switch self {
    case .alsa: .alsa
    case .silent: .silent
    case .wav: .wav
    case .raw: .raw
    }
  }

  /// The word of this output.
  public var word: String { form.word }

  /// The word of a sound device, which is the output by default.
  public static let deviceWord = Form.alsa.word

  /// The help of `--output`.
  public static let help =
    list(forms.map { $0.text + $0.note }) + ". Files and pipes get the sound as fast as data arrives."

  /// The words that complete `--output`; a file name follows those that end in a colon.
  public static let completions =
    forms.filter { $0.file == nil }.map(\.word) + forms.filter { $0.file != nil }.map { $0.word + ":" }

  /// The words that the setting `output` of the daemon takes.
  public static let serviceWords = forms.filter(\.isForService).map(\.word)

  private static func list(_ words: [String]) -> String {
    words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
  }

  /// Parses `alsa`, `silent`, `wav:FILE` or `raw`, and the device for `alsa`.
  ///
  /// Throws ``OptionError`` for any other text, and for a device name that is not a plain ALSA name.
  public init(_ text: String, device: String? = nil) throws(OptionError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let form = Self.forms.first(where: { $0.word == parts[0] }), form.file != nil || parts.count == 1 else {
      throw OptionError("there is no output '\(text)': use \(Self.list(Self.forms.map(\.text)))")
    }
    let path = parts.dropFirst().first ?? ""
    if form.file != nil, path.isEmpty {
      throw OptionError("\(option: .output) \(form.word) needs a file: \(option: .output) \(form.text)")
    }
    self = form.make(String(path), device ?? Self.defaultDevice)
    if case .device(let name) = destination, !ALSADevices.isAllowedName(name) {
      throw OptionError(
        "'\(name)' is not a device name: use 'default' or a name that 'radiod devices' lists, such as plughw:0,0")
    }
  }
}

extension OptionName {
  /// The sound output.
  public static let output = OptionName("output")
}
