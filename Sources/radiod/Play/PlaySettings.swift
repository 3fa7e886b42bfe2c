import AudioCore
import Daemon
import Glibc
import Player
import Radio

/// What `play` begins with where its options leave that open: a sound device is the service's, as loud as the settings
/// say, or as the last `play` was. What is written to a file, a pipe or nowhere does not depend on either: its volume
/// begins at 100.
struct PlaySettings {
  /// Where the sound goes.
  let output: OutputSpec
  /// How loud, 0…100.
  let volume: Int
  /// Where the volume is remembered; nil for what is no sound device.
  private let memory: PlayMemory?

  /// Completes what the options `output`, `device` and `volume` say.
  ///
  /// Throws `TuneError.usage` for options that are wrong, and ``DaemonFailure`` for settings.
  init(output: String?, device: String?, volume: Int?, global: GlobalOptions) throws {
    guard case .alsa(let named) = try OutputSpec(output ?? "alsa", device: device) else {
      self.output = try OutputSpec(output ?? "alsa", device: device)
      self.volume = volume ?? Self.full
      memory = nil
      return
    }
    let environment = CommandContext.environment
    let folders = Folders(environment: environment, userID: geteuid())
    let memory = PlayMemory(path: folders.playMemory, logger: Log.logger(level: global.level))
    let isComplete = device != nil && volume != nil
    let settings =
      isComplete
      ? nil : try SettingsReader(flags: [:], environment: environment, path: folders.settings).readSound()
    self.output = device == nil ? .alsa(device: settings?.device ?? named) : .alsa(device: named)
    self.volume = volume ?? settings?.volume ?? memory.volume ?? Self.full
    self.memory = memory
  }

  /// Remembers how loud it was at the end, when a key changed that.
  func remember(volumeAtEnd volume: Int) {
    if volume != self.volume { memory?.remember(volume: volume) }
  }

  private static let full = 100
}
