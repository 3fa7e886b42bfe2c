import Synchronization

/// The volume knob and the mute button: turned on any thread, read by the thread that plays.
public final class VolumeControl: Sendable {
  private let position: Atomic<Int>
  private let muted: Atomic<Bool>

  /// A knob at `volume` (clamped to 0…100).
  public init(volume: Int = 100, isMuted: Bool = false) {
    position = Atomic(Self.clamp(volume))
    muted = Atomic(isMuted)
  }

  /// 0…100; what is set beyond is clamped.
  public var volume: Int {
    get { position.load(ordering: .relaxed) }
    set { position.store(Self.clamp(newValue), ordering: .relaxed) }
  }

  /// Silence, whatever the volume, which keeps its value.
  public var isMuted: Bool {
    get { muted.load(ordering: .relaxed) }
    set { muted.store(newValue, ordering: .relaxed) }
  }

  /// The factor samples are multiplied with, 0…1; 0 while muted.
  public var gain: Float { isMuted ? 0 : Self.gain(volume: volume) }

  /// The factor of a volume 0…100: its cube, (v/100)³, as in PulseAudio and mpv. Loudness is felt so that equal steps
  /// of the knob are about equal steps to the ear: 50 is −18 dB, 10 is −60 dB, 0 is silence, 100 leaves the sound alone.
  public static func gain(volume: Int) -> Float {
    let position = Float(clamp(volume)) / 100
    return position * position * position
  }

  private static func clamp(_ volume: Int) -> Int { min(100, max(0, volume)) }
}
