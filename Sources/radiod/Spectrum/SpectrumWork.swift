import AudioCore
import Daemon
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
  /// ``StandardOutput/ClosedError``.
  func perform(_ run: SpectrumRun) async throws {
    let file = try output.map { try SpectrumFile($0.path, form: fileForm($0)) }
    let pipeline = SpectrumPipeline(
      options: options, writer: file ?? writer, limits: limits, measuresLoudness: measuresLoudness,
      write: file.map { file in { try file.write($0) } } ?? StandardOutput.write)
    let log = Log.ofEvents(level: level)
    let progress = MeasuringProgress(isShown: showsProgress && (file != nil || isatty(STDOUT_FILENO) == 0))
    do {
      try await run.run(
        source, pipeline: pipeline,
        report: {
          progress.clear()
          log.record($0)
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
    if let warning = PCMBlock.warning(invalidSamples: end.invalidSamples) { logger.warning("\(warning)") }
    if end.code == .cut { logger.warning("\(source.displayName) \(end.reason)") }
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
