import AudioCore
import Player

/// Brings sound to its volume on its way to the output, and once more what the output gives back.
struct VolumeStage {
  /// What is softer (−120 dB) need not fade.
  private static let leastGain: Float = 1e-6

  private let volume: VolumeControl
  private var ramp = GainRamp()
  private var turns = VolumeTurns()
  /// Frames of the format that passed, and were not taken back.
  private var written = 0

  /// A stage that follows `volume`.
  init(volume: VolumeControl) { self.volume = volume }

  /// True when the volume is another now than that of the last sound.
  var isBehind: Bool { volume.gain != ramp.gain }

  /// Sound of another format follows: its frames count from 0.
  mutating func beginFormat() {
    turns = VolumeTurns()
    written = 0
  }

  /// What follows begins at silence, or, unless it `fadesIn`, at the volume.
  mutating func begin(fadingIn: Bool) {
    ramp = GainRamp(gain: fadingIn ? 0 : volume.gain)
    turns.append(VolumeTurns.Turn(frame: written, from: ramp.gain, target: ramp.gain))
  }

  /// Brings `block`, which follows what passed, to the volume of the moment; its last `fadeFrames` frames fade out. True when
  /// samples were changed.
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
    // At a low volume the way to 0 is shorter, and takes as long.
    ramp.apply(to: &tail, target: 0, sweep: tail.duration / Double(max(ramp.gain, Self.leastGain)))
    block.samples += tail.samples
    return true
  }

  /// The output gave the last `frames` frames back, of `rate` a second: what follows takes their place, and goes on from the gain
  /// that was before them.
  mutating func takeBack(_ frames: Int, rate: Int) {
    written -= frames
    ramp = GainRamp(gain: turns.gain(at: written, rate: rate))
    turns.cut(at: written)
  }
}
