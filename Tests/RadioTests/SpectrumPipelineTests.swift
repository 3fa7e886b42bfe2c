import AudioCore
import Broadcast
import Downloader
import Foundation
import NIOPosix
import Radio
import Spectrum
import TestSupport
import Testing

@Suite("The pipeline of JSON frames")
struct SpectrumPipelineTests {
  /// Packets of silence: MPEG-1 layer III frames whose side information is zero.
  private static func silence(packets: Int) -> [Packet] {
    var bytes = [UInt8](repeating: 0, count: 417)
    bytes.replaceSubrange(0..<4, with: [0xFF, 0xFB, 0x90, 0x00])
    return (0..<packets).map {
      Packet(
        codec: .mp3, bytes: bytes, headerFormat: AudioFormat(sampleRate: 44100, channels: 2), frameCount: 1152,
        bitRate: 128_000, isDiscontinuity: $0 == 0)
    }
  }

  private static func lines(
    _ packets: [Packet], limits: SpectrumPipeline.Limits = SpectrumPipeline.Limits(),
    title: (index: Int, text: String)? = nil
  ) throws -> [String] {
    var bytes: [UInt8] = []
    let pipeline = SpectrumPipeline(
      options: try SpectrumOptions(bands: 4), writer: SpectrumJSONWriter(source: "test", codec: ""), limits: limits,
      write: { bytes += $0 })
    for (index, packet) in packets.enumerated() {
      if let title, title.index == index { try pipeline.receive(.metadata(StreamMetadata(title: title.text))) }
      try pipeline.receive(.packet(packet))
    }
    try pipeline.finish(reason: "end of stream", code: .end)
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The start of the end line, which has the measures of the sound behind it.
  private static func end(_ frames: Int, _ reason: String, _ code: String, samples: Int) -> String {
    #"{"type":"end","frames":\#(frames),"reason":"\#(reason)","code":"\#(code)","samples":\#(samples),"#
  }

  @Test("a stream has a header, ⌊(L−N)/H⌋+1 frames, one of the rest, and an end")
  func wholeStream() throws {
    let lines = try Self.lines(Self.silence(packets: 40))
    #expect((40 * 1152 - 4096) % 1024 == 0, "no sample is left over")
    let frames = (40 * 1152 - 4096) / 1024 + 1
    #expect(lines.count == frames + 2)
    let more = try Self.lines(Self.silence(packets: 41))
    #expect(more.count == frames + 4 && more[frames + 2].hasSuffix(#","padded":896}"#))
    #expect(!more[frames + 1].contains("padded"))
    #expect(lines[0].hasPrefix(#"{"type":"header","version":1,"source":"test","codec":"mp3""#))
    #expect(lines.last?.hasPrefix(Self.end(frames, "end of stream", "end", samples: 40 * 1152)) == true)
  }

  @Test("a stream ends at the limit of frames")
  func frameLimit() throws {
    let lines = try Self.lines(Self.silence(packets: 40), limits: .init(frames: 7))
    #expect(lines.count == 9)
    #expect(lines.last?.hasPrefix(Self.end(7, "frame limit reached", "limit", samples: 4096 + 6 * 1024)) == true)
  }

  @Test("a stream ends at the limit of time, to the sample")
  func durationLimit() throws {
    let seconds = Double(4096 + 9 * 1024) / 44100
    let exact = try Self.lines(Self.silence(packets: 40), limits: .init(duration: .seconds(seconds)))
    let samples = 4096 + 9 * 1024
    #expect(exact.last?.hasPrefix(Self.end(10, "duration reached", "limit", samples: samples)) == true)
    let short = try Self.lines(Self.silence(packets: 40), limits: .init(duration: .seconds(seconds - 1.0 / 44100)))
    #expect(short.last?.hasPrefix(Self.end(10, "duration reached", "limit", samples: samples - 1)) == true)
    #expect(short[short.count - 2].hasSuffix(#","padded":1}"#))
  }

  @Test("a title has the time of its sound")
  func title() throws {
    let lines = try Self.lines(Self.silence(packets: 40), title: (20, "Now"))
    let index = try #require(lines.firstIndex { $0.contains(#""type":"metadata""#) })
    let time = String(Double(20 * 1152) / 44100)
    #expect(lines[index].contains(#""time":"# + time.prefix(5)))
    #expect(lines[index].contains(#""title":"Now""#))
  }

  @Test("a stream without sound has an end and nothing else")
  func nothing() throws {
    let lines = try Self.lines([])
    #expect(lines.count == 1 && lines[0].hasPrefix(Self.end(0, "end of stream", "end", samples: 0)))
  }
}
