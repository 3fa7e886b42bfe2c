import Daemon
import Player
import SystemSupport

/// The output, the volume and the time shift of `play`. A sound device comes from the options, else from the settings of
/// the daemon; its volume comes from the options, else from the settings, else from the last `play`. How much of its
/// sound is kept comes from the options, else from the settings. Output to a file, a pipe or nowhere depends on neither
/// settings nor the last `play`: its volume begins at 100, and nothing is kept.
struct PlaySettings {
  /// The sound output.
  let output: OutputSpec
  /// The volume, 0…100.
  let volume: Int
  /// How much of the sound is kept; nil for nothing.
  let timeShift: TimeShiftSettings?
  /// The file that saves the volume; nil for an output that is not a sound device.
  private let memory: PlayMemory?

  /// Determines the values that the options `output`, `device`, `volume` and `timeshift` leave open.
  ///
  /// Throws ``OptionError`` for invalid options, and ``DaemonStartError`` for invalid settings.
  init(
    output: String?, device: String?, volume: Int?, timeshift: Duration?, global: GlobalOptions.Choice
  ) throws {
    let requested = try OutputSpec(output ?? OutputSpec.deviceWord, device: device)
    guard case .device(let named) = requested.destination else {
      self.output = requested
      self.volume = volume ?? Self.full
      timeShift = nil
      memory = nil
      return
    }
    let memory = PlayMemory(path: CommandContext.folders.playMemory, logger: Log.logger(level: global.level))
    let isComplete = device != nil && volume != nil && timeshift == .zero
    let settings = isComplete ? nil : try CommandContext.settingsReader().readSound()
    self.output = device == nil ? .alsa(device: settings?.device ?? named) : .alsa(device: named)
    self.volume = volume ?? settings?.volume ?? memory.volume ?? Self.full
    var timeShift = settings?.timeShift
    if let timeshift { timeShift?.duration = timeshift }
    self.timeShift = timeShift
    self.memory = memory
  }

  /// Saves the volume at the end, if a key changed it.
  func remember(volumeAtEnd volume: Int) {
    if volume != self.volume { memory?.remember(volume: volume) }
  }

  private static let full = 100
}
