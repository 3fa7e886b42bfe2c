import AudioCore
import Glibc
import Logging
import Radio
import RadioModel
import SoundCheck
import Spectrum
import Terminal

/// One measurement of `radiod spectrum` into a file or a pipe.
struct SpectrumWork: Sendable {
  let source: Source
  let options: SpectrumOptions
  let json: Bool
  let output: SpectrumTarget?
  let style: SpectrumJSONWriter.Style
  let measuresLoudness: Bool
  let limits: SpectrumPipeline.Limits
  let showsProgress: Bool
  let level: Logger.Level

  /// Measures until the source ends, a limit is reached or the task is cancelled. In each case, and when the source
  /// fails, what was written is complete. Throws `TuneError`, ``CheckError/notFinite(source:)`` and
  /// ``StandardOutputClosed``.
  func perform(_ run: SpectrumRun) async throws {
    let file = try output.map { try SpectrumFile($0.path, form: fileForm($0)) }
    let pipeline = SpectrumPipeline(
      options: options, writer: file ?? writer, limits: limits, measuresLoudness: measuresLoudness,
      write: file.map { file in { try file.write($0) } } ?? StandardOutput.write)
    let log = Log.ofEvents(level: level)
    var progress = MeasuringProgress(isShown: showsProgress && (file != nil || isatty(STDOUT_FILENO) == 0))
    do {
      try await run.run(
        source, pipeline: pipeline,
        report: {
          progress.clear()
          log.note($0)
        }, progress: { progress.show(done: $0, whole: $1) })
    } catch {
      progress.clear()
      try file?.commit()
      warn(about: pipeline.end)
      throw error
    }
    progress.clear()
    if let end = pipeline.end, end.samples > 0, end.invalidSamples >= end.samples * end.dc.count {
      throw CheckError.notFinite(source: source.displayName)  // an older file of that name is worth more
    }
    try file?.commit()
    warn(about: pipeline.end)
  }

  private var writer: any FrameWriter {
    json
      ? SpectrumJSONWriter(source: source.displayName, codec: "", style: style)
      : BarLines(bars: PipeBars(glyphs: TerminalTraits.detect().glyphs))
  }

  private func fileForm(_ target: SpectrumTarget) -> SpectrumFile.Form {
    switch target.form {
    case .csv: .csv(decimals: style.decimals, hasLoudness: measuresLoudness)
    case .npz: .npz
    }
  }

  /// Warns about what the numbers do not show.
  private func warn(about end: SpectrumEnd?) {
    guard let end else { return }
    let logger = Log.logger(level: level)
    if end.invalidSamples > 0 {
      let text = end.invalidSamples == 1 ? "1 sample is" : "\(end.invalidSamples) samples are"
      logger.warning("\(text) not a number or infinite; measured as 0")
    }
    if let loudness = end.loudness, !loudness.isLayoutKnown {
      logger.warning("the speakers of the channels are not known; all channels count alike in the loudness")
    }
  }
}

/// Writes lines of bars for a pipe.
struct BarLines: FrameWriter {
  let bars: PipeBars

  mutating func begin(_ codec: Codec) {}

  mutating func append(_ event: SpectrumEvent, to bytes: inout [UInt8]) {
    if case .frame(let frame) = event { bars.append(frame, to: &bytes) }
  }

  mutating func appendEnd(_ end: SpectrumEnd, to bytes: inout [UInt8]) {}
}

/// The progress of a measurement on the terminal, from the first second on: the time of the sound that is done, the
/// speed, and the time that remains.
struct MeasuringProgress {
  /// How long the work must last before it is shown, and how long a text stays.
  private static let delay: Duration = .seconds(1)
  private static let interval: Duration = .milliseconds(200)

  private let isShown: Bool
  private var line = ProgressLine(environment: CommandContext.environment)
  private let start = ContinuousClock.now
  private var next: ContinuousClock.Instant

  /// Progress that is not shown yet, and never without `isShown`.
  init(isShown: Bool) {
    self.isShown = isShown
    next = start + Self.delay
  }

  /// Shows that `done` of the sound was measured, of `whole` where it is known.
  mutating func show(done: Duration, whole: Duration?) {
    guard isShown else { return }
    let now = ContinuousClock.now
    guard now >= next else { return }
    next = now + Self.interval
    line.show(Self.text(done: done, whole: whole, passed: now - start))
  }

  /// Removes the line, before other lines are written.
  mutating func clear() { line.clear() }

  /// Returns the text, such as `3:21 of 10:00, 120 × playback speed, 4 s left`.
  static func text(done: Duration, whole: Duration?, passed: Duration) -> String {
    let speed = done / passed
    var text = RadioModel.ClockText.text(done / .seconds(1))
    if let whole { text += " of \(RadioModel.ClockText.text(whole / .seconds(1)))" }
    text += speed < 10 ? ", \((speed * 10).rounded() / 10) × playback speed" : ", \(Int(speed)) × playback speed"
    if let whole, whole > done, speed > 0 { text += ", \(Int(((whole - done) / speed).components.seconds) + 1) s left" }
    return text
  }
}
