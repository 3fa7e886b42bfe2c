import AudioCore
import Player
import TestSupport
import Testing

@Suite("A device without converters", .enabled(if: ALSADouble.isAvailable, "needs cc and libasound2-dev"), .serialized)
struct DeviceFormatTests {
  /// The samples of `sound` that the device received, from the first sample that is not 0 on.
  private func heard(
    _ sound: PCMBlock, by encoding: ALSADouble.Encoding, channels: Int
  ) throws -> [Int32] {
    let device = try ALSADouble(
      rate: sound.format.sampleRate, encoding: encoding, channels: channels, isPatient: true)
    try device.registerHere()
    let output = ALSAOutput(device: device.plainName)
    try output.open(sound.format)
    for block in pieces(of: sound, frames: 1152) { try output.write(block) }
    output.drain()
    output.close()
    let samples = device.heardSamples
    let start = (samples.firstIndex { $0 != 0 } ?? 0) / channels * channels
    return Array(samples[start...])
  }

  /// `samples` as integers of `bits` bits, rounded to the nearest.
  private func integers(_ samples: [Float], bits: Int) -> [Int32] {
    let scale = Double(Int64(1) << (bits - 1))
    return samples.map { Int32(min(max((Double($0) * scale).rounded(.toNearestOrEven), -scale), scale - 1)) }
  }

  private func bits(_ encoding: ALSADouble.Encoding) -> Int {
    switch encoding {
    case .int16: 16
    case .int24InThree, .int24InFour: 24
    case .int32: 32
    }
  }

  private func expect(
    _ heard: [Int32], toBe expected: [Int32], location: SourceLocation = #_sourceLocation
  ) {
    let fault = zip(heard, expected).enumerated().first { $1.0 != $1.1 }
    #expect(heard.count >= expected.count, sourceLocation: location)
    #expect(fault == nil, "sample \(fault?.offset ?? 0)", sourceLocation: location)
  }

  /// Noise that contains samples at full scale and beyond.
  private func sound(_ format: AudioFormat) -> PCMBlock {
    var sound = noise(frames: 30_000, format: format)
    let channels = format.channels
    for (frame, value) in [1, -1, 1.5, -1.5, 0x1p-24, -0x1p-24, 0.99999994].enumerated() {
      for channel in 0..<channels { sound.samples[(1000 + frame) * channels + channel] = Float(value) }
    }
    return sound
  }

  @Test("a device gets exact samples, in whatever encoding it takes", arguments: ALSADouble.Encoding.allCases)
  func encoding(encoding: ALSADouble.Encoding) throws {
    let sound = sound(stereo44)
    expect(
      try heard(sound, by: encoding, channels: 2), toBe: integers(sound.samples, bits: bits(encoding)))
  }

  @Test(
    "a device that takes no mono gets it on the first two channels, and silence on others",
    arguments: [(ALSADouble.Encoding.int16, 2), (.int32, 2), (.int24InThree, 4)])
  func mono(encoding: ALSADouble.Encoding, channels: Int) throws {
    let sound = sound(mono48)
    let expected = integers(sound.samples, bits: bits(encoding))
      .flatMap { [$0, $0] + [Int32](repeating: 0, count: channels - 2) }
    expect(try heard(sound, by: encoding, channels: channels), toBe: expected)
  }

  @Test("a device with more than two channels gets stereo on the first two")
  func stereoOnMany() throws {
    let sound = sound(stereo44)
    let samples = integers(sound.samples, bits: 24)
    let expected = stride(from: 0, to: samples.count, by: 2).flatMap { samples[$0...$0 + 1] + [0, 0, 0, 0, 0, 0] }
    expect(try heard(sound, by: .int24InFour, channels: 8), toBe: expected)
  }

  @Test("a device with one channel gets the mean of both")
  func stereoOnMono() throws {
    let sound = sound(stereo44)
    let means = stride(from: 0, to: sound.samples.count, by: 2).map { (left: Int) -> Float in
      (sound.samples[left] + sound.samples[left + 1]) / 2
    }
    expect(try heard(sound, by: .int16, channels: 1), toBe: integers(means, bits: 16))
  }

  @Test("a device with another rate is an error that names both rates, since nothing would convert the sound")
  func otherRate() throws {
    let device = try ALSADouble(rate: 48000, encoding: .int32)
    try device.registerHere()
    let output = ALSAOutput(device: device.plainName)
    let reason = "it plays 48000 Hz and not 44100 Hz; try plughw: instead of hw:"
    #expect(throws: TuneError.output(device: device.plainName, reason: reason)) { try output.open(stereo44) }
  }
}
