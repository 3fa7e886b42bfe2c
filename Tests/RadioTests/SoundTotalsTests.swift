import AudioCore
import Bytes
import Foundation
import Loudness
import Radio
import Spectrum
import TestSupport
import Testing

@Suite("What the end line says of the whole sound")
struct SoundTotalsTests {
  /// Packets of floating-point samples, at most 40 ms each.
  private static func packets(_ samples: [Float], _ format: AudioFormat, mask: UInt64 = 0) -> [Packet] {
    let size = max(format.sampleRate / 25, 1) * format.channels
    let coding = SampleCoding(kind: .float, bytes: 4, isBigEndian: false, channelMask: mask)
    return stride(from: 0, to: samples.count, by: size).map { start in
      let piece = samples[start..<min(start + size, samples.count)]
      return Packet(
        codec: .pcm, bytes: piece.flatMap { $0.bitPattern.littleEndianBytes }, headerFormat: format,
        frameCount: piece.count / format.channels, bitRate: 0, isDiscontinuity: start == 0, setup: .samples(coding))
    }
  }

  private struct Output {
    var end: SpectrumEnd
    var frames: [[String: Any]]
    var headers: [[String: Any]]
  }

  private func measure(
    _ packets: [Packet], _ options: SpectrumOptions, limits: SpectrumPipeline.Limits = .init(), loudness: Bool = false
  ) throws -> Output {
    var bytes: [UInt8] = []
    let pipeline = SpectrumPipeline(
      options: options, writer: SpectrumJSONWriter(source: "", codec: "", style: .init(decimals: 6)), limits: limits,
      measuresLoudness: loudness, write: { bytes += $0 })
    for packet in packets { try pipeline.receive(.packet(packet)) }
    try pipeline.finish(reason: "end of stream", code: .end)
    let lines = try bytes.split(separator: UInt8(ascii: "\n")).compactMap {
      try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any]
    }
    return Output(
      end: try #require(pipeline.end), frames: lines.filter { $0["type"] as? String == "frame" },
      headers: lines.filter { $0["type"] as? String == "header" })
  }

  private let stereo = AudioFormat(sampleRate: 8000, channels: 2)

  @Test("peak and its place, full scale, the mean of each channel and invalid samples are those of all samples")
  func all() throws {
    var samples = [Float](repeating: 0, count: 2 * 10_000)
    for frame in 0..<10_000 { (samples[2 * frame], samples[2 * frame + 1]) = (0.25, -0.125) }
    for frame in 1230..<1235 { samples[2 * frame + 1] = -1 }
    for frame in 7000..<7003 { samples[2 * frame] = 1 }
    samples[2 * 9999] = 1.5
    samples[11] = .nan
    samples[12] = .infinity
    let end = try measure(Self.packets(samples, stereo), SpectrumOptions(bands: 2, channels: .all)).end
    #expect(end.samples == 10_000 && end.duration == 1.25 && end.frames == 7)
    let peak = try #require(end.peak)
    #expect(abs(peak.decibels - 20 * log10(1.5)) < 1e-6 && peak.time == 9999.0 / 8000 && peak.channel == 1)
    #expect(end.fullScale == 9 && end.longestFullScale == 5 && end.invalidSamples == 2)
    let left = (0.25 * 9995 + 3 + 1.5) / 10_000
    let right = (-0.125 * 9994 - 5) / 10_000
    #expect(end.dc.count == 2 && abs(end.dc[0] - left) < 1e-9 && abs(end.dc[1] - right) < 1e-9, "\(end.dc)")
    #expect(end.loudness == nil)
  }

  @Test("silence has a peak at the floor, and no sound has none")
  func silence() throws {
    let options = try SpectrumOptions(bands: 2)
    let silence = try measure(Self.packets([Float](repeating: 0, count: 200), stereo), options).end
    #expect(silence.peak == SpectrumEnd.Peak(decibels: -120, time: 0, channel: 1) && silence.dc == [0, 0])
    let nothing = try measure([], options).end
    #expect(nothing == SpectrumEnd(frames: 0, reason: "end of stream", code: .end))
  }

  @Test("the measures go on through a change of format")
  func formatChange() throws {
    let mono = AudioFormat(sampleRate: 16_000, channels: 1)
    let first = [Float](repeating: 0.5, count: 2 * 8000)
    let second = [Float](repeating: -0.75, count: 4000) + [-0.875] + [Float](repeating: -0.75, count: 3999)
    let output = try measure(
      Self.packets(first, stereo) + Self.packets(second, mono), SpectrumOptions(bands: 2, channels: .all))
    #expect(output.end.samples == 16_000 && output.end.duration == 1.5)
    #expect(output.end.peak?.time == 1.25 && output.end.peak?.channel == 1)
    #expect(abs(output.end.dc[0] - (0.5 - 0.75) / 2) < 1e-4 && output.end.dc[1] == 0.5)
    #expect(output.headers.map { $0["unframed"] as? Int } == [nil, (8000 - 4096) % 1024])
  }

  @Test("each channel of surround sound has a row, unless it is mixed; the header states the channels of the source")
  func surround() throws {
    let format = AudioFormat(sampleRate: 8000, channels: 6)
    let samples = (0..<6 * 5000).map { Float($0 % 6 + 1) / 16 }
    for (asked, rows) in [(SpectrumOptions.Channels.all, 6), (.stereo, 2), (.mono, 1)] {
      let output = try measure(Self.packets(samples, format, mask: 0x3F), SpectrumOptions(bands: 2, channels: asked))
      let header = try #require(output.headers.first)
      #expect(header["sourceChannels"] as? Int == 6 && header["channels"] as? Int == (rows == 2 ? 2 : 6))
      #expect(header["mode"] as? String == ["all", "stereo", "mono"][[6, 2, 1].firstIndex(of: rows) ?? 0])
      let peaks = try #require(output.frames.first?["peak"] as? [Double])
      #expect(peaks.count == rows)
      switch asked {
      case .all: for row in 0..<6 { #expect(abs(peaks[row] - 20 * log10(Double(row + 1) / 16)) < 1e-4) }
      case .mono: #expect(abs(peaks[0] - 20 * log10(3.5 / 16)) < 1e-4)
      case .stereo: #expect(output.end.dc.count == 2)
      }
    }
  }

  @Test("frames have the loudness of the sound up to the end of their window, whatever the packets are")
  func loudness() throws {
    let format = AudioFormat(sampleRate: 48_000, channels: 2)
    let samples = (0..<48_000 * 4).flatMap { frame -> [Float] in
      let value = Float(0.1 * sin(2 * Double.pi * 997 * Double(frame) / 48_000))
      return [value, frame < 100_000 ? value : 0]
    }
    let options = try SpectrumOptions(bands: 1, fftSize: 4096, hop: 7000)
    let output = try measure(Self.packets(samples, format), options, loudness: true)
    var meter = LoudnessMeter(format: format)
    var taken = 0
    for (index, frame) in output.frames.enumerated() {
      let end = min(index * 7000 + 4096, 48_000 * 4)
      samples[2 * taken..<2 * end].withUnsafeBufferPointer { meter.add($0) }
      taken = end
      for (name, value) in [
        ("momentary", meter.momentary), ("shortTerm", meter.shortTerm), ("integrated", meter.integrated),
      ] {
        let found = frame[name] as? Double
        #expect((found == nil) == (value == nil) && abs((found ?? 0) - (value ?? 0)) < 1e-4, "frame \(index): \(name)")
      }
    }
    let first = try #require(output.frames.first { $0["momentary"] is Double }?["momentary"] as? Double)
    #expect(abs(first + 20) < 0.1, "a sine of −20 dBFS in two channels")
    #expect(output.end.loudness?.isLayoutKnown == true && output.end.loudness?.integrated == meter.integrated)
    #expect(abs((output.end.loudness?.truePeak ?? 0) + 20) < 0.1)
  }

  @Test("a limit of frames ends the measures with the last frame", arguments: [1024, 5000])
  func limited(hop: Int) throws {
    let samples = (0..<2 * 20_000).map { $0 < 2 * (4096 + hop) ? Float(0.25) : 1 }
    let options = try SpectrumOptions(bands: 1, fftSize: 4096, hop: hop)
    let end = try measure(Self.packets(samples, stereo), options, limits: .init(frames: 2)).end
    #expect(end.frames == 2 && end.code == .limit && end.samples == 4096 + hop && end.fullScale == 0)
  }
}
