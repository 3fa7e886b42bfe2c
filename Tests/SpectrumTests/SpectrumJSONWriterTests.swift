import AudioCore
import Foundation
import Spectrum
import Testing

@Suite struct SpectrumJSONWriterTests {
  private func line(_ write: (inout SpectrumJSONWriter, inout [UInt8]) -> Void) -> String {
    var writer = SpectrumJSONWriter(source: "a.mp3", codec: "mp3")
    var bytes: [UInt8] = []
    write(&writer, &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("a header has the fields of SPECTRUM.md, in the same order")
  func header() throws {
    let options = try SpectrumOptions(bands: 2, low: 40, high: 18_000, fftSize: 2048, weighting: .a)
    let format = AudioFormat(sampleRate: 44_100, channels: 2)
    let header = SpectrumHeader(
      format: format, options: options, layout: BandLayout(options: options, sampleRate: 44_100))
    #expect(
      line { $0.append(header, to: &$1) } == """
        {"type":"header","version":1,"source":"a.mp3","codec":"mp3","sampleRate":44100,"channels":2,"fftSize":2048,\
        "hop":1024,"window":"hann","weighting":"a","profile":"rta","mode":"stereo","floor":-120,\
        "rmsReference":"sine","program":"radiod \(ProductVersion.text)","bands":[\
        {"low":40,"center":184.231,"high":848.528},{"low":848.528,"center":3908.13,"high":18000}]}\n
        """)
  }

  @Test("a header states whether frames have one row, and for a live stream the time", arguments: [1, 2])
  func liveHeader(channels: Int) throws {
    for asked in SpectrumOptions.Channels.allCases {
      let options = try SpectrumOptions(bands: 1, channels: asked)
      var header = SpectrumHeader(
        format: AudioFormat(sampleRate: 44_100, channels: channels), options: options,
        layout: BandLayout(options: options, sampleRate: 44_100))
      let mode = channels == 1 || asked == .mono ? "mono" : "stereo"
      let offline = line { $0.append(header, to: &$1) }
      #expect(offline.contains(#","channels":\#(channels),"#) && offline.contains(#","mode":"\#(mode)","#))
      #expect(!offline.contains("clock"))
      header.clock = 1_795_531_531.5
      let live = line { $0.append(header, to: &$1) }
      #expect(live.contains(#","clock":"\#(ClockText.iso8601(1_795_531_531.5))","bands":["#))
      #expect(try JSONSerialization.jsonObject(with: Data(live.utf8)) is [String: Any])
    }
  }

  @Test("a full-scale sine has an rms of 0 dBFS, as rmsReference says")
  func reference() throws {
    var stream = ""
    let format = AudioFormat(sampleRate: 48_000, channels: 1)
    let samples = (0..<4096).map { Float(sin(2 * Double.pi * 750 * Double($0) / 48_000)) }
    SpectrumStream(options: try SpectrumOptions(bands: 2)).feed(PCMBlock(format: format, samples: samples)) { event in
      stream += line { $0.append(event, to: &$1) }
    }
    #expect(
      stream.contains(#""rmsReference":"sine""#) && stream.contains(#","peak":[0.00],"rms":[0.00]}"#), "\(stream)")
  }

  @Test("a frame has two decimals in levels, peak and rms, four in bars, six in its time, and a list for each row")
  func frame() {
    var frame = SpectrumFrame(rows: 2, bands: 3)
    frame.index = 7
    frame.time = 1.5
    frame.levels = [-120, -0.001, -12.345, -7, 3.14159, -99.996]
    frame.bars = [0, 1, 0.33333, 0.00005, 1.25, 0.99996]
    frame.peak = [-0.0, -120]
    frame.rms = [-3.01, -119.994]
    #expect(
      line { $0.append(frame, to: &$1) } == """
        {"type":"frame","index":7,"time":1.500000,"levels":[[-120.00,0.00,-12.35],[-7.00,3.14,-100.00]],\
        "bars":[[0.0000,1.0000,0.3333],[0.0000,1.2500,1.0000]],"peak":[0.00,-120.00],"rms":[-3.01,-119.99]}\n
        """)
  }

  @Test("titles and the end have separate lines; without a url there is no key")
  func others() {
    let titled = StreamMetadata(title: "Artist - Song", url: "http://a/?b")
    #expect(
      line { $0.append(titled, at: 12.3, to: &$1) } == """
        {"type":"metadata","time":12.300000,"title":"Artist - Song","url":"http://a/?b"}\n
        """)
    #expect(
      line { $0.append(StreamMetadata(title: ""), at: 0, to: &$1) } == """
        {"type":"metadata","time":0.000000,"title":""}\n
        """)
    #expect(
      line { $0.appendEnd(frames: 1234, reason: "end of stream", to: &$1) } == """
        {"type":"end","frames":1234,"reason":"end of stream"}\n
        """)
  }

  @Test(
    "any text is one line of JSON that reads back unchanged",
    arguments: [
      "quote \" and \\ back", "tab\tline\nreturn\r", "\u{0}\u{1}\u{1F}\u{7F}\u{85}\u{9F}", "Москва — 東京 🎧",
      "\u{2028}\u{2029}", "</script>", "e\u{301}", "",
    ])
  func escaping(text: String) throws {
    let line = line { $0.append(StreamMetadata(title: text, url: text), at: 0, to: &$1) }
    #expect(line.unicodeScalars.filter { $0.value < 32 } == ["\n"])
    #expect(!line.unicodeScalars.contains { ["\u{85}", "\u{2028}", "\u{2029}"].contains($0) })
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    let title = try #require(object?["title"] as? String)
    #expect(Array(title.utf8) == Array(text.utf8))
    #expect(object?["url"] as? String == text)
  }

  @Test("frames with any numbers are valid JSON, with the fewest and with many rows and bands")
  func oddNumbers() throws {
    let odd: [Float] = [.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -1e9, .leastNonzeroMagnitude, -0.0]
    for (rows, bands) in [(1, 1), (6, 4096)] {
      var frame = SpectrumFrame(rows: rows, bands: bands)
      for i in frame.levels.indices {
        frame.levels[i] = odd[i % odd.count]
        frame.bars[i] = odd[(i + 3) % odd.count]
      }
      frame.peak = frame.peak.map { _ in -.infinity }
      frame.time = .infinity
      frame.index = .max
      let line = line { $0.append(frame, to: &$1) }
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect((object?["levels"] as? [[Double]])?.map(\.count) == [Int](repeating: bands, count: rows))
      #expect(!line.contains("-0.00,") && !line.contains("nan") && !line.contains("inf"))
    }
  }
}
