public import AudioCore
import Bytes

/// The answers about one source.
public struct CheckReport: Sendable {
  /// What came of the check.
  public enum Outcome: Sendable {
    /// The answers, in the order of the expectations.
    case findings([Finding])
    /// All measures, because nothing was expected.
    case measures(SoundMeasures)
    /// The source could not be measured: why, and the exit code.
    case failure(reason: String, code: Int32)
  }

  /// What is known of the source.
  public let facts: SourceFacts
  /// The format of the sound; nil when there was none.
  public let format: AudioFormat?
  /// The number of frames.
  public let frames: Int
  /// What came of the check.
  public let outcome: Outcome
  /// The golden file that was written (nil when it was not), and that in a line; nil when none was to be written.
  package private(set) var blessed: (file: String?, line: String)?

  /// Ends the measurement of `meter` and compares it with its expectations. Throws ``CheckError`` when there was no
  /// sound, or no finite sample.
  public init(_ meter: SoundMeter, facts: SourceFacts) throws(CheckError) {
    guard let format = meter.format, let parts = meter.finished() else {
      throw .noSound(source: facts.name)
    }
    guard facts.invalidSamples < meter.sampleCount else {
      throw .notFinite(source: facts.name)
    }
    self.facts = facts
    self.format = format
    frames = meter.frames
    if meter.measuresAll {
      outcome = .measures(SoundMeasures(parts, format: format, facts: facts))
    } else {
      var judge = Judge(meter.list, format: format, frames: meter.frames, parts: parts, facts: facts)
      outcome = .findings(judge.findings())
    }
  }

  /// The report of a source that could not be measured.
  public init(failure reason: String, code: Int32, facts: SourceFacts) {
    (self.facts, format, frames) = (facts, nil, 0)
    outcome = .failure(reason: reason, code: code)
  }

  /// The answers; empty for a source that could not be measured, or without expectations.
  public var findings: [Finding] { if case .findings(let findings) = outcome { findings } else { [] } }

  /// True when the source was measured and all expectations hold.
  public var holds: Bool {
    if case .failure = outcome { false } else { findings.allSatisfy(\.holds) }
  }

  /// The duration of the sound in seconds.
  public var seconds: Double { format.map { Double(frames) / Double($0.sampleRate) } ?? 0 }

  /// A warning about samples that are not finite; nil when there are none.
  public var warning: String? { PCMBlock.warning(invalidSamples: facts.invalidSamples) }
}

// MARK: - As text
extension CheckReport {
  /// The answers as lines; the measures as the rows of a table. None for a source that could not be measured.
  public var lines: [String] {
    switch outcome {
    case .findings(let findings): findings.map(\.line) + (blessed.map { [$0.line] } ?? [])
    case .measures(let measures): measures.rows(seconds: seconds)
    case .failure: []
    }
  }

  /// Returns the report with a line that `fingerprint` was written to `file`.
  public func blessed(_ fingerprint: Fingerprint, as file: String) -> CheckReport {
    var report = self
    let channels = NumberText.count(fingerprint.channels, "channel")
    let length = NumberText.plain(fingerprint.seconds, decimals: 3)
    report.blessed = (file, "ok    golden \(CleanText.singleLine(file)) written: \(length) s, \(channels)")
    return report
  }

  /// Returns the report with a line that `file` was not written, because an expectation failed.
  public func notBlessed(_ file: String) -> CheckReport {
    var report = self
    report.blessed = (nil, "      golden \(CleanText.singleLine(file)) not written: an expectation failed")
    return report
  }

  /// Returns how many expectations of all reports hold; nil when there was none.
  public static func summary(_ reports: [CheckReport]) -> String? {
    let findings = reports.flatMap(\.findings)
    let lost = reports.count { if case .failure = $0.outcome { true } else { false } }
    guard !findings.isEmpty || reports.count > 1 && lost > 0 else { return nil }
    let failed = findings.count { !$0.holds }
    let all = NumberText.count(findings.count, "expectation")
    var text =
      failed > 0 ? "\(failed) of \(all) failed" : findings.count == 1 ? "1 expectation holds" : "all \(all) hold"
    if findings.isEmpty { text = "nothing was measured" }
    if reports.count > 1 { text += ", \(reports.count) sources" }
    if lost > 0 { text += ", \(lost) not measured" }
    return text
  }
}
