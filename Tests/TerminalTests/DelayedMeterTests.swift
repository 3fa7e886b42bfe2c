import AudioCore
import RadioModel
import Spectrum
import Synchronization
import Terminal
import Testing

@Suite("Bars that are drawn later")
struct DelayedMeterTests {
  /// A meter whose sound and time a test sets.
  private final class Script: Sendable {
    struct State {
      var now: Int64 = 0
      var level: Float?
      var format = AudioFormat(sampleRate: 44_100, channels: 2)
      var hasSamples = true
    }
    let state = Mutex(State())
  }

  private struct ScriptMeter: SpectrumMeter {
    let script: Script
    var format = AudioFormat(sampleRate: 8000, channels: 1)
    let isSlow = false
    var samples: [Float]?
    private var level: Float = 0

    init(_ script: Script) { self.script = script }

    mutating func refresh() -> LiveReading {
      let state = script.state.withLock { $0 }
      guard let level = state.level else { return .silence }
      let isNew = state.format != format
      format = state.format
      self.level = level
      samples = state.hasSamples ? [Float](repeating: level, count: 4096 * format.channels) : nil
      return .sound(isNewFormat: isNew)
    }

    mutating func prepare(_ options: SpectrumOptions) -> SpectrumFrame {
      SpectrumFrame(rows: options.channels == .mono ? 1 : format.channels, bands: options.bands)
    }

    mutating func measure(into frame: inout SpectrumFrame) -> Bool {
      for index in frame.levels.indices { frame.levels[index] = level }
      return true
    }
  }

  private static let options = SpectrumOptions(defaultsOf: .rta).with(bands: 10)
  private static let millisecond: Int64 = 1_000_000

  private static func meter(_ script: Script, milliseconds: Int) -> DelayedMeter {
    DelayedMeter(ScriptMeter(script), milliseconds: milliseconds) { script.state.withLock { $0.now } }
  }

  @Test("levels and samples come so much later, and silence too", arguments: [50, 180, 2000])
  func later(milliseconds: Int) {
    let script = Script()
    var meter = Self.meter(script, milliseconds: milliseconds)
    var frame = meter.prepare(Self.options)
    // A level a picture for 3 s, then silence.
    for picture in 0..<400 {
      let now = Int64(picture) * 1000 / 60
      let due = now - Int64(milliseconds)
      script.state.withLock { state in
        state.now = now * Self.millisecond
        state.level = now < 3000 ? -Float(picture) / 10 : nil
      }
      let reading = meter.refresh()
      // The picture that is due is the last one that is old enough.
      let wanted = (0..<400).last { Int64($0) * 1000 / 60 <= due }
      guard let wanted, Int64(wanted) * 1000 / 60 < 3000 else {
        #expect(reading == .silence, "at \(now) ms")
        continue
      }
      guard case .sound(let isNewFormat) = reading else {
        Issue.record("no sound at \(now) ms")
        return
      }
      #expect(isNewFormat == (wanted == 0))
      if isNewFormat { frame = meter.prepare(Self.options) }
      if meter.measure(into: &frame) {
        #expect(frame.levels.allSatisfy { $0 == -Float(wanted) / 10 }, "at \(now) ms")
      } else {
        #expect(isNewFormat, "at \(now) ms")
      }
      // Samples are kept for 40 pictures a second.
      let sample = meter.samples?.last ?? 9
      #expect(abs(sample + Float(wanted) / 10) <= 0.21, "\(sample) at \(now) ms")
      #expect((meter.samples?.count ?? 0) >= Int(0.04 * 44_100) * 2)
    }
  }

  @Test("another format arrives with its sound, and what was measured for other options is left out")
  func formats() {
    let script = Script()
    var meter = Self.meter(script, milliseconds: 100)
    var frame = meter.prepare(Self.options)
    func refresh(at time: Int64) -> LiveReading {
      script.state.withLock { $0.now = time * Self.millisecond }
      return meter.refresh()
    }
    script.state.withLock { $0.level = -20 }
    for time in stride(from: 0, through: 200, by: 20) as StrideThrough<Int64> { _ = refresh(at: time) }
    frame = meter.prepare(Self.options)
    #expect(frame.rows == 2)
    let mono = AudioFormat(sampleRate: 22_050, channels: 1)
    script.state.withLock { $0.format = mono }
    let before = refresh(at: 220)
    #expect(before == .sound(isNewFormat: false) && meter.format.channels == 2)
    let after = refresh(at: 320)
    #expect(after == .sound(isNewFormat: true) && meter.format == mono)
    // Frames of ten bands are not frames of seven.
    frame = meter.prepare(Self.options.with(bands: 7))
    _ = refresh(at: 330)
    let hasOld = meter.measure(into: &frame)
    _ = refresh(at: 440)
    let hasNew = meter.measure(into: &frame)
    #expect(!hasOld && hasNew && frame.bands == 7 && frame.levels.allSatisfy { $0 == -20 })
  }

  @Test("a radio that sends no samples has none later either")
  func noSamples() {
    let script = Script()
    script.state.withLock { ($0.level, $0.hasSamples) = (-3, false) }
    var meter = Self.meter(script, milliseconds: 10)
    _ = meter.prepare(Self.options)
    let reading = meter.refresh()
    #expect(meter.samples == nil && reading == .silence)
  }

  @Test("the option of the view delays the bars")
  func option() {
    var options = ViewOptions()
    options.delayMilliseconds = 2000
    let radio = FakeRadio()
    var screen = ViewScreen(
      radio: radio, options: options,
      traits: TerminalTraits(colors: .none, glyphs: .eighths, hasCursorControl: true))
    var other = ViewScreen(
      radio: radio, options: ViewOptions(),
      traits: TerminalTraits(colors: .none, glyphs: .eighths, hasCursorControl: true))
    var bytes: (delayed: [UInt8], prompt: [UInt8]) = ([], [])
    for picture in 1...20 {
      if screen.update(now: Int64(picture) * 30_000_000) { bytes.delayed += screen.bytes }
      if other.update(now: Int64(picture) * 30_000_000) { bytes.prompt += other.bytes }
    }
    #expect(String(decoding: bytes.prompt, as: UTF8.self).contains("█"))
    #expect(!String(decoding: bytes.delayed, as: UTF8.self).contains("█"))
  }
}
