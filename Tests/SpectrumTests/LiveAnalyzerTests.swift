import AudioCore
import Spectrum
import Testing

@Suite("The analyzer of the audible sound")
struct LiveAnalyzerTests {
  private static let stereo = AudioFormat(sampleRate: 44_100, channels: 2)
  private static let mono = AudioFormat(sampleRate: 22_050, channels: 1)

  /// A tap whose reading the test sets. Its windows hold noise that depends on the end frame.
  private final class Tap {
    var reading = TapReading.silence
    var addresses: Set<UnsafePointer<Float>> = []

    /// The samples of a window of `frames` frames.
    static func samples(_ frames: Int, _ format: AudioFormat, endFrame: Int) -> [Float] {
      Sound.white(frames: frames * format.channels, seed: UInt64(endFrame))
    }

    func read(_ frames: Int, into window: inout TapWindow) -> TapReading {
      guard case .sound(let format, let endFrame) = reading else { return reading }
      let samples = Self.samples(frames, format, endFrame: endFrame)
      if window.samples.count != samples.count { window.samples = samples }
      for index in samples.indices { window.samples[index] = samples[index] }
      window.samples.withUnsafeBufferPointer { if let base = $0.baseAddress { addresses.insert(base) } }
      return reading
    }
  }

  private let tap = Tap()

  private func makeAnalyzer() -> LiveAnalyzer {
    LiveAnalyzer { [tap] frames, window in tap.read(frames, into: &window) }
  }

  private func options(_ channels: SpectrumOptions.Channels = .stereo) throws -> SpectrumOptions {
    try SpectrumOptions(bands: 9, fftSize: 1024, channels: channels)
  }

  @Test("a frame is what SpectrumAnalyzer measures of the same window, with the time of its middle")
  func measures() throws {
    var analyzer = makeAnalyzer()
    let options = try options()
    var frame = analyzer.prepare(options)
    for (format, endFrame) in [(Self.stereo, 5000), (Self.stereo, 5735), (Self.mono, 1024), (Self.stereo, 100)] {
      tap.reading = .sound(format: format, endFrame: endFrame)
      if analyzer.refresh() == .sound(isNewFormat: true) { frame = analyzer.prepare(options) }
      let isMeasured = analyzer.measure(into: &frame)
      #expect(isMeasured && analyzer.format == format && analyzer.endFrame == endFrame)
      let reference = SpectrumAnalyzer(format: format, options: options)
      var expected = reference.makeFrame()
      reference.measure(Tap.samples(1024, format, endFrame: endFrame).span, into: &expected)
      expected.time = max(0, Double(endFrame - 512) / Double(format.sampleRate))
      #expect(frame == expected)
    }
  }

  @Test("the first format and another one are new, also after silence and looks that miss; the usual one is assumed")
  func formats() throws {
    var analyzer = makeAnalyzer()
    #expect(analyzer.format == LiveAnalyzer.defaultFormat)
    let shape = analyzer.prepare(try options())
    #expect(shape.rows == 2 && shape.bands == 9)
    let readings: [(TapReading, LiveReading)] = [
      (.silence, .silence), (.missed, .missed),
      (.sound(format: Self.stereo, endFrame: 1), .sound(isNewFormat: true)),
      (.sound(format: Self.stereo, endFrame: 2), .sound(isNewFormat: false)), (.silence, .silence),
      (.sound(format: Self.stereo, endFrame: 3), .sound(isNewFormat: false)), (.missed, .missed),
      (.sound(format: Self.mono, endFrame: 4), .sound(isNewFormat: true)),
      (.sound(format: AudioFormat(sampleRate: 0, channels: 1), endFrame: 5), .missed),
      (.sound(format: Self.mono, endFrame: 6), .sound(isNewFormat: false)),
    ]
    for (reading, expected) in readings {
      tap.reading = reading
      let found = analyzer.refresh()
      #expect(found == expected, "\(reading)")
    }
    let other = analyzer.prepare(try options())
    #expect(other.rows == 1)
  }

  @Test("sound is measured once; again after silence, and for other options")
  func once() throws {
    var analyzer = makeAnalyzer()
    tap.reading = .sound(format: Self.stereo, endFrame: 5000)
    _ = analyzer.refresh()
    var frame = analyzer.prepare(try options())
    /// Looks and measures twice.
    func measure() -> [Bool] {
      (0..<2).map { _ in
        _ = analyzer.refresh()
        return analyzer.measure(into: &frame)
      }
    }
    var isMeasured = measure()
    #expect(isMeasured == [true, false])
    tap.reading = .silence
    _ = analyzer.refresh()
    tap.reading = .sound(format: Self.stereo, endFrame: 5000)
    isMeasured = measure()
    #expect(isMeasured == [true, false])
    frame = analyzer.prepare(try options(.mono))
    #expect(frame.rows == 1)
    isMeasured = measure()
    #expect(isMeasured == [true, false])
  }

  @Test("all looks fill the same memory, so that the tap need copy only what is new")
  func memory() throws {
    var analyzer = makeAnalyzer()
    var frame = analyzer.prepare(try options())
    tap.reading = .sound(format: Self.stereo, endFrame: 1)
    _ = analyzer.refresh()
    frame = analyzer.prepare(try options())
    for endFrame in 2..<100 {
      tap.reading = .sound(format: Self.stereo, endFrame: endFrame)
      _ = analyzer.refresh()
      _ = analyzer.measure(into: &frame)
    }
    #expect(tap.addresses.count == 1)
  }
}
