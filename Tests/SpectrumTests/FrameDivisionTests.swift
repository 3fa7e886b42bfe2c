import AudioCore
import Glibc
import Spectrum
import Testing

@Suite("How sound is divided into frames")
struct FrameDivisionTests {
  private func block(_ format: AudioFormat, frames: Int) -> PCMBlock {
    PCMBlock(format: format, samples: Sound.white(frames: frames * format.channels, seed: 1))
  }

  private func frames(_ block: PCMBlock, _ options: SpectrumOptions) -> [SpectrumFrame] {
    let stream = SpectrumStream(options: options)
    var frames: [SpectrumFrame] = []
    func receive(_ event: SpectrumEvent) { if case .frame(let frame) = event { frames.append(frame) } }
    stream.feed(block, body: receive)
    stream.finish(body: receive)
    return frames
  }

  @Test(
    "with a number of frames a second, window i begins at i/N seconds to half a sample, at any rate",
    arguments: [(44_100, 24.0), (48_000, 24), (44_100, 29.97), (8000, 1000), (48_000, 0.5), (300, 1000)])
  func framesPerSecond(rate: Int, fps: Double) throws {
    let options = try SpectrumOptions(bands: 2, fftSize: 256, framesPerSecond: fps)
    let format = AudioFormat(sampleRate: rate, channels: 1)
    let sound = block(format, frames: 3 * rate)
    let found = frames(sound, options)
    let analyzer = SpectrumAnalyzer(format: format, options: options)
    var expected = analyzer.makeFrame()
    let samples = sound.samples + [Float](repeating: 0, count: 256)
    for (i, frame) in found.enumerated() {
      // At 1000 frames a second of 300 samples each window begins one sample after the last.
      let start = max(Int((Double(i) * Double(rate) / fps).rounded()), i)
      #expect(abs(frame.time - Double(start + 128) / Double(rate)) < 1e-9)
      analyzer.measure(samples[start..<start + 256].span, into: &expected)
      #expect(frame.levels == expected.levels)
    }
    let pace = min(fps, Double(rate))
    #expect(abs(Double(found.count) - (3 - 256 / Double(rate)) * pace) <= 2)
  }

  @Test("the number of frames a second has bounds", arguments: [0.09, 1000.1, 0, -1, .nan, .infinity])
  func bounds(fps: Double) {
    #expect(throws: OptionError.self) { try SpectrumOptions(framesPerSecond: fps) }
  }

  @Test("one sample has a frame, with a row for each of its channels", arguments: [1, 2, 6, 8, 64])
  func oneSample(channels: Int) throws {
    let format = AudioFormat(sampleRate: 48_000, channels: channels)
    let one = PCMBlock(format: format, samples: (0..<channels).map { Float($0 + 1) / 64 })
    let found = frames(one, try SpectrumOptions(bands: 3, channels: .all))
    #expect(found.map(\.padded) == [4095] && found.first?.rows == channels)
    for (channel, peak) in found[0].peak.enumerated() {
      #expect(abs(Double(peak) - 20 * log10(Double(channel + 1) / 64)) < 1e-3)
    }
    let mean = frames(one, try SpectrumOptions(bands: 3, channels: .mono))
    #expect(mean.map(\.rows) == [1])
    #expect(abs(Double(mean[0].peak[0]) - 20 * log10(Double(channels + 1) / 128)) < 1e-3)
  }

  @Test("a row of many channels is what the channel has alone", arguments: [3, 6, 64])
  func rows(channels: Int) throws {
    let options = try SpectrumOptions(bands: 3, fftSize: 1024, hop: 512, channels: .all)
    let sound = block(AudioFormat(sampleRate: 48_000, channels: channels), frames: 20_000)
    let many = frames(sound, options)
    for channel in 0..<channels {
      let samples = stride(from: channel, to: sound.samples.count, by: channels).map { sound.samples[$0] }
      let alone = frames(PCMBlock(format: AudioFormat(sampleRate: 48_000, channels: 1), samples: samples), options)
      #expect(alone.count == many.count)
      for (one, all) in zip(alone, many) { #expect(Array(all.levels(row: channel)) == one.levels) }
    }
  }
}
