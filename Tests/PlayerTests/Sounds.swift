import AudioCore

/// Stereo at 44.1 kHz, the format most tests use.
let stereo44 = AudioFormat(sampleRate: 44100, channels: 2)
/// Mono at 48 kHz.
let mono48 = AudioFormat(sampleRate: 48000, channels: 1)

/// A block of `frames` frames in which every sample is `value`.
func steady(_ value: Float, frames: Int, format: AudioFormat = stereo44) -> PCMBlock {
  PCMBlock(format: format, samples: [Float](repeating: value, count: frames * format.channels))
}

/// A block whose samples count up from `first`, in steps of 1 for each frame, so that each shows where it came from.
func counting(from first: Int, frames: Int, format: AudioFormat = stereo44) -> PCMBlock {
  var samples: [Float] = []
  for frame in first..<(first + frames) {
    for channel in 0..<format.channels { samples.append(Float(frame) + Float(channel) / 4) }
  }
  return PCMBlock(format: format, samples: samples)
}

/// Noise from a fixed seed, between −0.7 and 0.7: no two parts of it are alike.
func noise(frames: Int, seed: UInt64 = 1, format: AudioFormat = stereo44) -> PCMBlock {
  var state = seed
  let samples = (0..<(frames * format.channels)).map { _ in
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (Float(state >> 40) / Float(1 << 24) - 0.5) * 1.4
  }
  return PCMBlock(format: format, samples: samples)
}

/// The blocks of `frames` frames that make up `whole`.
func pieces(of whole: PCMBlock, frames: Int) -> [PCMBlock] {
  let size = frames * whole.format.channels
  return stride(from: 0, to: whole.samples.count, by: size).map {
    PCMBlock(format: whole.format, samples: Array(whole.samples[$0..<min($0 + size, whole.samples.count)]))
  }
}

/// Little-endian 16-bit samples as numbers.
func int16s(_ bytes: some Collection<UInt8>) -> [Int16] {
  let bytes = Array(bytes)
  return stride(from: 0, to: bytes.count - 1, by: 2).map {
    Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
  }
}
