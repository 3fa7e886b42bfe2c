import AudioCore

/// A sound device by its ALSA name.
public enum SoundDevice {
  /// Begins to load what opening a device takes, on a thread of its own: ALSA's configuration, and the library of sound servers.
  /// That takes some 4 ms, and need not wait for anything.
  public static func load() { _ = PlainThread.start { _ = PulseServer(device: OutputSpec.defaultDevice) } }

  /// An output to `device`, not open yet: to the sound server itself where the name stands for one, else through ALSA. To find that
  /// out may take as long as to open it. `interruption` cuts short the waiting, `attention` ends a wait for space.
  public static func output(
    _ device: String = OutputSpec.defaultDevice, interruption: OutputInterruption = OutputInterruption(),
    attention: OutputInterruption = OutputInterruption()
  ) -> any AudioOutput {
    if ALSADevices.isAllowedName(device), let server = PulseServer(device: device) {
      return PulseOutput(name: device, server: server, interruption: interruption, attention: attention)
    }
    return ALSAOutput(device: device, interruption: interruption, attention: attention)
  }
}
