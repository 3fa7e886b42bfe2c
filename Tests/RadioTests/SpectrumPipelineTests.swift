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
    try pipeline.finish(reason: "end of stream")
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test("a stream has a header, ⌊(L−N)/H⌋+1 frames and an end")
  func wholeStream() throws {
    let lines = try Self.lines(Self.silence(packets: 40))
    let frames = (40 * 1152 - 4096) / 1024 + 1
    #expect(lines.count == frames + 2)
    #expect(lines[0].hasPrefix(#"{"type":"header","version":1,"source":"test","codec":"mp3""#))
    #expect(lines.last == #"{"type":"end","frames":\#(frames),"reason":"end of stream"}"#)
  }

  @Test("a stream ends at the limit of frames")
  func frameLimit() throws {
    let lines = try Self.lines(Self.silence(packets: 40), limits: .init(frames: 7))
    #expect(lines.count == 9)
    #expect(lines.last == #"{"type":"end","frames":7,"reason":"frame limit reached"}"#)
  }

  @Test("a stream ends at the limit of time, to the sample")
  func durationLimit() throws {
    let seconds = Double(4096 + 9 * 1024) / 44100
    let exact = try Self.lines(Self.silence(packets: 40), limits: .init(duration: .seconds(seconds)))
    #expect(exact.last == #"{"type":"end","frames":10,"reason":"duration reached"}"#)
    let short = try Self.lines(Self.silence(packets: 40), limits: .init(duration: .seconds(seconds - 1.0 / 44100)))
    #expect(short.last == #"{"type":"end","frames":9,"reason":"duration reached"}"#)
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
    #expect(try Self.lines([]) == [#"{"type":"end","frames":0,"reason":"end of stream"}"#])
  }
}
