import Synchronization

/// The volume and the mute setting: any thread changes them, the playback thread reads them.
public final class VolumeControl: Sendable {
  private let position: Atomic<Int>
  private let muted: Atomic<Bool>

  /// Creates a control with `volume` (clamped to 0…100).
  public init(volume: Int = 100, isMuted: Bool = false) {
    position = Atomic(Self.clamp(volume))
    muted = Atomic(isMuted)
  }

  /// The volume, 0…100; other values are clamped.
  public var volume: Int {
    get { position.load(ordering: .relaxed) }
    set { position.store(Self.clamp(newValue), ordering: .relaxed) }
  }

  /// True when the sound is muted; the volume keeps its value.
  public var isMuted: Bool {
    get { muted.load(ordering: .relaxed) }
    set { muted.store(newValue, ordering: .relaxed) }
  }

  /// The gain for samples, 0…1; 0 while muted.
  public var gain: Float { isMuted ? 0 : Self.gain(volume: volume) }

  /// Returns the gain of a volume 0…100: its cube, (v/100)³, as in PulseAudio and mpv. Equal steps of the volume then
  /// sound about equally large: 50 is −18 dB, 10 is −60 dB, 0 is silence, 100 leaves the sound unchanged.
  public static func gain(volume: Int) -> Float {
    let position = Float(clamp(volume)) / 100
    return position * position * position
  }

  private static func clamp(_ volume: Int) -> Int { min(100, max(0, volume)) }
}
