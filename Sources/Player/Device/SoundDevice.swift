import SystemSupport

/// Creates outputs to sound devices, which are named as in ALSA.
public enum SoundDevice {
  /// Starts to load ALSA's configuration and the library of sound servers on a separate thread, ahead of opening a
  /// device. This takes about 4 ms, and the caller does not wait for it.
  public static func load() { _ = PlainThread.start { _ = PulseServer(device: OutputSpec.defaultDevice) } }

  /// Returns an output to `device`, not open yet: directly to the sound server if the name stands for one, otherwise
  /// through ALSA. This lookup may take as long as opening the device. `interruption` ends waits early, and `wakeUp`
  /// ends a wait for space.
  public static func output(
    _ device: String = OutputSpec.defaultDevice, interruption: OutputInterruption = OutputInterruption(),
    wakeUp: OutputInterruption = OutputInterruption()
  ) -> any AudioOutput {
    if ALSADevices.isAllowedName(device), let server = PulseServer(device: device) {
      return PulseOutput(name: device, server: server, interruption: interruption, wakeUp: wakeUp)
    }
    return ALSAOutput(device: device, interruption: interruption, wakeUp: wakeUp)
  }
}
