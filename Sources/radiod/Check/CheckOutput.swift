import Bytes
import JSON
import SoundCheck

/// Writes the answers of `radiod check`.
struct CheckOutput {
  let isJSON: Bool
  let isQuiet: Bool
  /// The number of sources; with more than one, each line names its source.
  let sources: Int

  /// Writes the answers about one source. A source that could not be measured also has a line on standard error.
  func write(_ report: CheckReport) throws {
    if let warning = report.warning { Log.writeLine("radiod: \(report.facts.name): \(warning)") }
    if case .failure(let reason, _) = report.outcome {
      let isNamed = sources == 1 || reason.contains(report.facts.name)
      Log.writeEnd(CleanText.singleLine(isNamed ? reason : "\(report.facts.name): \(reason)"))
    }
    if isJSON { return try StandardOutput.writeLine(report.json) }
    guard !isQuiet else { return }
    let prefix = sources > 1 ? CleanText.singleLine(report.facts.name) + ": " : ""
    for line in report.lines { try StandardOutput.writeLine(prefix + line) }
  }

  /// Writes the last line: how many expectations hold.
  func writeEnd(_ reports: [CheckReport]) throws {
    guard !isJSON, !isQuiet, let summary = CheckReport.summary(reports) else { return }
    try StandardOutput.writeLine(summary)
  }
}
