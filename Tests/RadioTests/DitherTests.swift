import AudioCore
import Foundation
import Parser
import Player
import Radio
import TestSupport
import Testing

@Suite(
  "Dither", .timeLimit(.minutes(1 * TestTime.waitScale)),
  .enabled(if: ALSADouble.isAvailable, "needs cc and libasound2-dev"), .serialized)
struct DitherTests {
  private static let frequency = 1000.0

  /// Two seconds of a stereo tone with this amplitude.
  private static func tone(_ amplitude: Double) -> [Float] {
    (0..<2 * 44100).flatMap { frame -> [Float] in
      let sample = Float(amplitude * sin(2 * .pi * frequency * Double(frame) / 44100))
      return [sample, sample]
    }
  }

  /// Plays `samples` with the sound loop at `volume`, to the outputs that `make` makes.
  private func play(
    _ samples: [Float], volume: Int, to make: @escaping @Sendable () -> OutputChain
  ) async throws {
    let pipeline = SoundPipeline()
    pipeline.volume.volume = volume
    try await pipeline.buffer.append(SoundPipeline.packets(of: samples).map { .packet($0) })
    pipeline.buffer.finish()
    pipeline.start(make)
    #expect(ProcessRunner.eventually(within: .seconds(20)) { pipeline.isOver })
    #expect(pipeline.events.last == .ended)
  }

  private func heard(_ samples: [Float], volume: Int, encoding: ALSADouble.Encoding = .int16) async throws -> [Int32] {
    let device = try ALSADouble(encoding: encoding, isPatient: true)
    try device.registerHere()
    let name = device.plainName
    try await play(samples, volume: volume) {
      OutputChain(spec: .alsa(device: name), fallsBackToSilence: false, interruption: OutputInterruption())
    }
    return device.heardSamples
  }

  /// The amplitude of the tone in the left channel, in steps of the encoding.
  private func amplitude(of samples: [Int32]) -> Double {
    var (sine, cosine) = (0.0, 0.0)
    let left = stride(from: 0, to: samples.count - 1, by: 2).map { Double(samples[$0]) }
    for (frame, sample) in left.enumerated() {
      let phase = 2 * Double.pi * Self.frequency * Double(frame) / 44100
      sine += sample * sin(phase)
      cosine += sample * cos(phase)
    }
    return 2 * (sine * sine + cosine * cosine).squareRoot() / (2 * 44100)
  }

  @Test("at a low volume, dither keeps a tone below half a 16-bit step in the noise, at its level")
  func belowOneStep() async throws {
    let steps = 0.4
    let samples = Self.tone(steps / 32768 / Double(VolumeControl.gain(volume: 20)))
    let heard = try await heard(samples, volume: 20)
    #expect(abs(amplitude(of: heard) - steps) < 0.03, "\(amplitude(of: heard)) steps")
    #expect(heard.allSatisfy { abs($0) <= 2 })
    // With triangular dither two steps wide, the error is noise with a variance of 1/4 of a step squared, whatever the
    // sound (Lipshitz, Wannamaker, Vanderkooy: Quantization and Dither, J. Audio Eng. Soc. 40, 1992).
    let gain = VolumeControl.gain(volume: 20)
    let start = heard.firstIndex { $0 != 0 } ?? 0
    let middle = heard[(start / 2 * 2 + 44100)..<(start / 2 * 2 + 3 * 44100)]
    let power = middle.reduce(0.0) { $0 + Double($1 * $1) } / Double(middle.count)
    #expect(abs(power - steps * steps / 2 - 0.25) < 0.03, "\(power), gain \(gain)")
  }

  @Test("digital silence stays digital silence at a low volume")
  func silence() async throws {
    let heard = try await heard([Float](repeating: 0, count: 44100), volume: 20)
    #expect(heard.allSatisfy { $0 == 0 })
  }

  @Test("at full volume the device gets every sample rounded and without dither, except in the fades")
  func fullVolume() async throws {
    let samples = Self.tone(0.5)
    let heard = try await heard(samples, volume: 100)
    let expected = samples.map { Int32(PCM16.sample($0)) }
    let middle = expected[44100..<3 * 44100]
    let probe = Array(middle.prefix(64))
    let place = heard.indices.first { heard[$0...].starts(with: probe) }
    #expect(place.map { heard[$0...].starts(with: middle) } == true)
  }

  @Test("devices of 24 and 32 bits get no dither", arguments: [ALSADouble.Encoding.int24InThree, .int32])
  func deepDevices(encoding: ALSADouble.Encoding) async throws {
    let samples = Self.tone(0.5)
    let heard = try await heard(samples, volume: 20, encoding: encoding)
    let scale = encoding == .int32 ? 0x1p31 : 0x1p23
    let gain = VolumeControl.gain(volume: 20)
    let expected = samples.map { Int32((Double($0 * gain) * scale).rounded(.toNearestOrEven)) }[44100..<3 * 44100]
    let probe = Array(expected.prefix(64))
    let place = heard.indices.first { heard[$0...].starts(with: probe) }
    #expect(place.map { heard[$0...].starts(with: expected) } == true)
  }

  @Test("a WAV file gets no dither at a low volume")
  func file() async throws {
    let samples = Self.tone(0.5)
    let scratch = try Scratch()
    let path = scratch.path("x.wav")
    try await play(samples, volume: 20) {
      OutputChain(spec: .wav(path: path), fallsBackToSilence: false, interruption: OutputInterruption())
    }
    let gain = VolumeControl.gain(volume: 20)
    let expected = samples.flatMap { sample in
      let value = PCM16.sample(sample * gain)
      return [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
    }
    #expect(scratch.read("x.wav").dropFirst(44).elementsEqual(expected))
  }
}
