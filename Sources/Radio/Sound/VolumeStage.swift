import AudioCore
import Player

/// Applies the volume to sound on its way to the output, and again to sound that the output gives back.
struct VolumeStage {
  /// Sound below this gain (−120 dB) need not fade.
  private static let minimumGain: Float = 1e-6

  private let volume: VolumeControl
  private var ramp = GainRamp()
  private var turns = VolumeTurns()
  /// Frames of the current format that passed and were not taken back.
  private var written = 0

  /// A stage that applies the volume of `volume`.
  init(volume: VolumeControl) { self.volume = volume }

  /// True when the volume differs from that of the last sound.
  var isBehind: Bool { volume.gain != ramp.gain }

  /// Begins another format: its frames count from 0.
  mutating func beginFormat() {
    turns = VolumeTurns()
    written = 0
  }

  /// Makes the next sound begin at gain 0 when `fadingIn`, else at the current volume.
  mutating func begin(fadingIn: Bool) {
    ramp = GainRamp(gain: fadingIn ? 0 : volume.gain)
    turns.append(VolumeTurns.Turn(frame: written, from: ramp.gain, target: ramp.gain))
  }

  /// Applies the current volume to `block`, which follows the sound that passed. The last `fadeFrames` frames fade out.
  /// Returns true when samples were changed.
  mutating func apply(to block: inout PCMBlock, fadeFrames: Int = 0) -> Bool {
    let before = ramp.gain
    let target = volume.gain
    if target != before { turns.append(VolumeTurns.Turn(frame: written, from: before, target: target)) }
    written += block.frameCount
    let fadeFrames = min(block.frameCount, fadeFrames)
    guard fadeFrames > 0 else {
      ramp.apply(to: &block, target: target)
      return before != 1 || ramp.gain != 1
    }
    let cut = block.samples.count - fadeFrames * block.format.channels
    var tail = PCMBlock(format: block.format, samples: Array(block.samples[cut...]))
    block.samples.removeLast(tail.samples.count)
    ramp.apply(to: &block, target: target)
    // At a low volume the ramp to 0 is shorter. The longer sweep makes it last for the whole tail.
    ramp.apply(to: &tail, target: 0, sweep: tail.duration / Double(max(ramp.gain, Self.minimumGain)))
    block.samples += tail.samples
    return true
  }

  /// Notes that the output gave back the last `frames` frames, at `rate` frames a second. The next sound takes their
  /// place and continues from the gain before them.
  mutating func takeBack(_ frames: Int, rate: Int) {
    written -= frames
    ramp = GainRamp(gain: turns.gain(at: written, rate: rate))
    turns.cut(at: written)
  }
}
