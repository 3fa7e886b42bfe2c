import AudioCore

/// Stereo at 44.1 kHz, the format most tests use.
let stereo44 = AudioFormat(sampleRate: 44100, channels: 2)
/// Mono at 48 kHz.
let mono48 = AudioFormat(sampleRate: 48000, channels: 1)

/// A block whose samples count up from `first`, in steps of 1 for each frame, so that each shows where it came from.
func counting(from first: Int, frames: Int, format: AudioFormat = stereo44) -> PCMBlock {
  var samples: [Float] = []
  for frame in first..<(first + frames) {
    for channel in 0..<format.channels { samples.append(Float(frame) + Float(channel) / 4) }
  }
  return PCMBlock(format: format, samples: samples)
}

/// The left channel of ``counting(from:frames:format:)`` at these frames.
func counted(_ frames: Range<Int>) -> [Float] { frames.map { (frame: Int) -> Float in Float(frame) } }
