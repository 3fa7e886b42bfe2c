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

  @Test("a header states whether frames have one row, and for a live stream the time", arguments: [1, 2, 6])
  func liveHeader(channels: Int) throws {
    for asked in SpectrumOptions.Channels.allCases {
      let options = try SpectrumOptions(bands: 1, channels: asked)
      var header = SpectrumHeader(
        format: AudioFormat(sampleRate: 44_100, channels: channels), options: options,
        layout: BandLayout(options: options, sampleRate: 44_100))
      let mode = channels == 1 || asked == .mono ? "mono" : channels > 2 && asked == .all ? "all" : "stereo"
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

  @Test("the gain of a live view stands behind the levels, which may be left out")
  func gain() {
    var frame = SpectrumFrame(rows: 1, bands: 2)
    frame.levels = [-30, -20]
    frame.gain = -5
    var style = SpectrumJSONWriter.Style.plain
    style.hasLevels = false
    style.hasBars = false
    var writer = SpectrumJSONWriter(source: "a.mp3", codec: "mp3", style: style)
    var bytes: [UInt8] = []
    writer.append(frame, to: &bytes)
    #expect(
      String(decoding: bytes, as: UTF8.self) == """
        {"type":"frame","index":0,"time":0.000000,"peak":[-120.00],"rms":[-120.00],"gain":-5.0}\n
        """)
    #expect(line { $0.append(frame, to: &$1) }.contains(#""levels":[[-30.00,-20.00]],"bars":[[0.0000,0.0000]],"#))
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
  }

  @Test("the end states what the sound was, or null for what it did not have")
  func end() {
    #expect(
      line { $0.appendEnd(SpectrumEnd(frames: 0, reason: "end of stream", code: .end), to: &$1) } == """
        {"type":"end","frames":0,"reason":"end of stream","code":"end","samples":0,"duration":0.000000,"peak":null,\
        "peakTime":null,"peakChannel":null,"fullScale":0,"longestFullScale":0,"dc":[],"invalidSamples":0}\n
        """)
    var end = SpectrumEnd(frames: 1234, reason: "stopped", code: .stopped)
    (end.samples, end.duration, end.fullScale, end.longestFullScale, end.invalidSamples) = (88_200, 2, 7, 3, 1)
    end.peak = SpectrumEnd.Peak(decibels: -0.126, time: 1.25, channel: 2)
    end.dc = [0.25, -1e-5]
    end.loudness = SpectrumEnd.Loudness(integrated: -23.004, range: nil, truePeak: 0.516, isLayoutKnown: true)
    #expect(
      line { $0.appendEnd(end, to: &$1) } == """
        {"type":"end","frames":1234,"reason":"stopped","code":"stopped","samples":88200,"duration":2.000000,\
        "peak":-0.13,"peakTime":1.250000,"peakChannel":2,"fullScale":7,"longestFullScale":3,"dc":[0.250000,-0.000010],\
        "invalidSamples":1,"integrated":-23.00,"range":null,"truePeak":0.52,"layoutKnown":true}\n
        """)
  }

  @Test("a style sets decimals, leaves bars out and describes the source; what is added stands at the end of a line")
  func styles() throws {
    let options = try SpectrumOptions(bands: 1, framesPerSecond: 25, channels: .all)
    var header = SpectrumHeader(
      format: AudioFormat(sampleRate: 44_100, channels: 6), options: options,
      layout: BandLayout(options: options, sampleRate: 44_100))
    header.unframed = 12
    var frame = SpectrumFrame(rows: 1, bands: 1)
    (frame.levels, frame.peak, frame.rms, frame.padded) = ([-12.34567], [-1.5], [-3.0103], 896)
    frame.loudness = FrameLoudness(momentary: -22.5, shortTerm: nil, integrated: -23.123)
    var writer = SpectrumJSONWriter(source: "a", codec: "pcm", style: .init(decimals: 4, hasBars: false))
    var bytes: [UInt8] = []
    writer.append(header, to: &bytes)
    writer.append(frame, to: &bytes)
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    #expect(lines[0].contains(#""hop":1764,"window":"hann""#))
    #expect(lines[0].hasSuffix(#"}],"sourceChannels":6,"schema":"spectrum/1","fps":25,"unframed":12}"#))
    let start = #"{"type":"frame","index":0,"time":0.000000,"levels":[[-12.3457]],"peak":[-1.5000],"rms":[-3.0103],"#
    #expect(lines[1] == start + #""momentary":-22.5000,"shortTerm":null,"integrated":-23.1230,"padded":896}"#)
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
