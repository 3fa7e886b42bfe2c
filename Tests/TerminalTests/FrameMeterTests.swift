import AudioCore
import RadioModel
import Spectrum
import Synchronization
import Terminal
import Testing

@Suite("Bars that another process measures")
struct FrameMeterTests {
  /// A source whose frames have one level in all bands, and the shape of the last request.
  private final class LevelSource: FrameSource {
    let asked = Mutex<[SpectrumOptions]>([])
    let level = Mutex<Float?>(-10)
    private let index = Mutex(0)

    func measure(_ options: SpectrumOptions) { asked.withLock { $0.append(options) } }

    var latestFrame: (format: AudioFormat, frame: SpectrumFrame)? {
      guard let level = level.withLock({ $0 }), let options = asked.withLock({ $0.last }) else { return nil }
      var frame = SpectrumFrame(rows: options.channels == .mono ? 1 : 2, bands: options.bands)
      frame.index = index.withLock { index in
        index += 1
        return index
      }
      for i in frame.levels.indices { frame.levels[i] = level }
      for i in frame.heights.indices { frame.heights[i] = 0.5 }
      return (AudioFormat(sampleRate: 44_100, channels: 2), frame)
    }
  }

  private static let traits = TerminalTraits(colors: .none, glyphs: .eighths, hasCursorControl: true)
  /// Time between two pictures, in nanoseconds.
  private static let step: Int64 = 33_000_000

  @Test("the bars follow the frames, and fall when none come")
  func follows() {
    let source = LevelSource()
    var spectrum = LiveSpectrum(
      meter: FrameMeter(source), options: SpectrumOptions(defaultsOf: .rta), requestedBands: nil, columns: 80)
    var now: Int64 = 0
    func run(_ pictures: Int) -> Bool {
      var hasSound = false
      for _ in 0..<pictures {
        now += Self.step
        hasSound = spectrum.update(now: now)
      }
      return hasSound
    }
    let isHeard = run(20)
    #expect(isHeard)
    #expect(spectrum.picture.channels == 2 && spectrum.picture.heights.allSatisfy { $0 > 0.9 })
    source.level.withLock { $0 = -30 }
    _ = run(60)
    #expect(spectrum.picture.heights.allSatisfy { 0.3 < $0 && $0 < 0.8 })
    source.level.withLock { $0 = nil }
    let isHeardStill = run(60)
    #expect(!isHeardStill)
    #expect(spectrum.picture.isFlat)
  }

  @Test("another width, stereo mode or profile is requested again, and a frame of another shape is ignored")
  func asksAgain() {
    let source = LevelSource()
    var spectrum = LiveSpectrum(
      meter: FrameMeter(source), options: SpectrumOptions(defaultsOf: .rta), requestedBands: nil, columns: 80)
    func last() -> SpectrumOptions? { source.asked.withLock { $0.last } }
    #expect(last()?.bands == spectrum.layout.bands && last()?.channels == .stereo)
    spectrum.columns = 40
    #expect(last()?.bands == BarsLayout(columns: 40, channels: 2).bands)
    spectrum.toggleStereo()
    #expect(last()?.channels == .mono && last()?.bands == BarsLayout(columns: 40, channels: 1).bands)
    spectrum.mode = .springradio
    #expect(last()?.profile == .springradio)
    _ = spectrum.update(now: Self.step)
    _ = spectrum.update(now: 30 * Self.step)
    #expect(spectrum.picture.heights.allSatisfy { $0 > 0.4 })
    let count = source.asked.withLock { $0.count }
    _ = spectrum.update(now: 31 * Self.step)
    #expect(source.asked.withLock { $0.count } == count)
    source.asked.withLock { $0.append(SpectrumOptions(defaultsOf: .springradio).with(bands: 3)) }
    let before = spectrum.picture.heights
    _ = spectrum.update(now: 32 * Self.step)
    #expect(spectrum.picture.heights.count == before.count)
  }

  @Test("a screen draws these bars as it draws its own")
  func draws() {
    let source = LevelSource()
    var screen = ViewScreen(radio: FakeRadio { $0.frames = source }, options: ViewOptions(), traits: Self.traits)
    for picture in 1...30 { _ = screen.update(now: Int64(picture) * Self.step) }
    screen.redraw(size: nil)
    _ = screen.update(now: 31 * Self.step)
    let text = String(decoding: screen.bytes, as: UTF8.self)
    #expect(text.contains("█") && text.contains("SomaFM Groove Salad") && text.contains("volume"))
  }
}
