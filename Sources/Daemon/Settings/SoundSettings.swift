/// The settings of the daemon that also apply to the sound of other commands.
public struct SoundSettings: Sendable, Equatable {
  /// The ALSA device; nil when none is set.
  public let device: String?
  /// The volume at the start, 0…100; nil when none is set.
  public let volume: Int?
  /// How much of the sound is kept.
  public let timeShift: TimeShiftSettings
}
