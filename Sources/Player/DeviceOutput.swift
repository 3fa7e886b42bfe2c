import AudioCore

/// Plays to a sound device by its ALSA name: to the sound server itself where the name stands for one, else through ALSA.
public final class DeviceOutput: AudioOutput {
  /// The device's name.
  public let name: String
  /// Cuts short the waiting.
  public let interruption: OutputInterruption
  private let attention: OutputInterruption
  private var output: (any AudioOutput)?

  /// An output to `device`, not open yet. `attention` ends a wait for space.
  public init(
    device: String = OutputSpec.defaultDevice, interruption: OutputInterruption = OutputInterruption(),
    attention: OutputInterruption = OutputInterruption()
  ) {
    name = device
    self.interruption = interruption
    self.attention = attention
  }

  deinit { close() }

  /// Begins to load what opening a device takes, on a thread of its own: ALSA's configuration, and the library of sound servers.
  /// That takes some 4 ms, and need not wait for anything.
  public static func load() { _ = PlainThread.start { _ = PulseServer(device: OutputSpec.defaultDevice) } }

  /// Finds out what the name stands for, and opens it.
  public func open(_ format: AudioFormat) throws(TuneError) {
    let output = output ?? makeOutput()
    self.output = output
    try output.open(format)
  }

  private func makeOutput() -> any AudioOutput {
    if ALSADevices.isAllowedName(name), let server = PulseServer(device: name) {
      return PulseOutput(name: name, server: server, interruption: interruption, attention: attention)
    }
    return ALSAOutput(device: name, interruption: interruption, attention: attention)
  }

  /// Hands the block to the device.
  public func write(_ block: PCMBlock) throws { try write(block, dithering: false) }
  /// The same, with dither where the device takes 16 bits.
  public func write(_ block: PCMBlock, dithering: Bool) throws {
    if output == nil { try open(block.format) }
    try output?.write(block, dithering: dithering)
  }
  /// Frames between what was written last and what is audible.
  public var delayFrames: Int { output?.delayFrames ?? 0 }
  /// Asks the device.
  public func refreshDelay() { output?.refreshDelay() }
  /// Faults that were recovered from.
  public var recoveries: Int { output?.recoveries ?? 0 }
  /// How long the program stood still while the device was waited for.
  public var overslept: Duration { output?.overslept ?? .zero }
  /// As the device has it.
  public var writeUnit: Duration { output?.writeUnit ?? ALSAOutput.unit }
  /// As the device has it.
  public var takesBack: Bool { output?.takesBack ?? false }
  /// Waits for space, not for long.
  public func awaitSpace(forFrames frames: Int) throws -> Bool { try output?.awaitSpace(forFrames: frames) ?? true }
  /// Takes back what was written and is not heard yet.
  public func takeBack() throws -> Int { try output?.takeBack() ?? 0 }
  /// That it runs dry is no fault.
  public func expectSilence() { output?.expectSilence() }
  /// Plays what is queued, and stops.
  public func drain() throws { try output?.drain() }
  /// Stops at once.
  public func drop() { output?.drop() }
  /// Gives the device back.
  public func close() {
    output?.close()
    output = nil
  }
}
