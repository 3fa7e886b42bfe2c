import AudioCore
import Remote
import Spectrum
import Testing

@Suite("Reading the daemon's spectra")
struct SpectrumReadingTests {
  /// The server-sent event that the daemon sends for `event`.
  private static func sent(_ event: SpectrumEvent, as name: String) -> ServerEvent {
    var writer = SpectrumJSONWriter(source: "a station", codec: "mp3")
    var line: [UInt8] = []
    writer.append(event, to: &line)
    return ServerEvent(name: name, data: String(decoding: line.dropLast(), as: UTF8.self))
  }

  @Test(
    "headers and frames of SpectrumJSONWriter are read unchanged", arguments: [1, 2], SpectrumOptions.Profile.allCases)
  func roundTrip(channels: Int, profile: SpectrumOptions.Profile) throws {
    let format = AudioFormat(sampleRate: 48_000, channels: channels)
    let options = try SpectrumOptions(profile: profile, bands: 40)
    let header = SpectrumHeader(
      format: format, options: options, layout: BandLayout(options: options, sampleRate: 48_000))
    #expect(SpectrumReading(Self.sent(.header(header), as: "header")) == .header(format))
    var frame = SpectrumFrame(rows: channels, bands: 40)
    frame.index = 17
    frame.time = 1.5
    for i in frame.levels.indices {
      frame.levels[i] = -Float(i) - 0.25
      frame.bars[i] = Float(i) / 100
    }
    frame.heights = frame.bars
    #expect(SpectrumReading(Self.sent(.frame(frame), as: "frame")) == .frame(frame))
  }

  @Test(
    "invalid data gives no frame and no header",
    arguments: [
      "", "{}", "[]", #"{"levels":[[1]]}"#, #"{"levels":[[1]],"bars":[[1,2]]}"#,
      #"{"levels":[[1],[1,2]],"bars":[[1],[1,2]]}"#,
      #"{"levels":[],"bars":[]}"#, #"{"levels":[[]],"bars":[[]]}"#, #"{"levels":[["1"]],"bars":[[1]]}"#,
      #"{"levels":[[1e999]],"bars":[[1]]}"#, #"{"levels":1,"bars":2}"#,
    ])
  func nonsense(data: String) {
    #expect(SpectrumReading(ServerEvent(name: "frame", data: data)) == nil)
    #expect(SpectrumReading(ServerEvent(name: "header", data: data)) == nil)
    #expect(SpectrumReading(ServerEvent(name: "other", data: data)) == nil)
  }

  @Test("a frame with more than 4096 bands or with 65 rows is rejected")
  func bounds() {
    func frame(rows: Int, bands: Int) -> ServerEvent {
      let row = "[" + repeatElement("0", count: bands).joined(separator: ",") + "]"
      let all = "[" + repeatElement(row, count: rows).joined(separator: ",") + "]"
      return ServerEvent(name: "frame", data: "{\"levels\":\(all),\"bars\":\(all)}")
    }
    #expect(SpectrumReading(frame(rows: 1, bands: 4096)) != nil)
    #expect(SpectrumReading(frame(rows: 1, bands: 4097)) == nil)
    #expect(SpectrumReading(frame(rows: 65, bands: 1)) == nil)
  }
}
