import AudioCore
import Spectrum
import Testing

@Suite("Frames as comma-separated values")
struct SpectrumCSVWriterTests {
  private func lines(
    channels: Int, _ asked: SpectrumOptions.Channels, hasLoudness: Bool = false, frame: SpectrumFrame
  ) throws -> [String] {
    let options = try SpectrumOptions(bands: 2, low: 40, high: 18_000, channels: asked)
    let header = SpectrumHeader(
      format: AudioFormat(sampleRate: 44_100, channels: channels), options: options,
      layout: BandLayout(options: options, sampleRate: 44_100))
    var writer = SpectrumCSVWriter(decimals: 3, hasLoudness: hasLoudness)
    var bytes: [UInt8] = []
    let title = StreamMetadata(title: "no column")
    let events: [SpectrumEvent] = [.header(header), .metadata(time: 0, title), .frame(frame), .header(header)]
    for event in events { writer.append(event, to: &bytes) }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test("one line names the columns, and each row of a frame has a line of as many values")
  func stereo() throws {
    var frame = SpectrumFrame(rows: 2, bands: 2)
    (frame.index, frame.time, frame.padded) = (7, 1.5, 12)
    (frame.levels, frame.peak, frame.rms) = ([-1, -2.3456, -3, -120], [-0.5, -6], [-3.01, -9])
    #expect(
      try lines(channels: 2, .all, frame: frame) == [
        "index,time,padded,channel,peak,rms,184.231,3908.13",
        "7,1.500000,12,1,-0.500,-3.010,-1.000,-2.346", "7,1.500000,12,2,-6.000,-9.000,-3.000,-120.000",
      ])
  }

  @Test("the mean of channels is channel 0, and loudness that is not known yet is empty")
  func mean() throws {
    var frame = SpectrumFrame(rows: 1, bands: 2)
    frame.loudness = FrameLoudness(momentary: -23, shortTerm: nil, integrated: nil)
    #expect(
      try lines(channels: 2, .mono, hasLoudness: true, frame: frame) == [
        "index,time,padded,channel,peak,rms,momentary,shortTerm,integrated,184.231,3908.13",
        "0,0.000000,0,0,-120.000,-120.000,-23.000,,,-120.000,-120.000",
      ])
    #expect(try lines(channels: 1, .mono, frame: frame)[1].hasPrefix("0,0.000000,0,1,"))
  }
}
