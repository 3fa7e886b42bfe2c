import ArgumentParser
import AudioCore
import Radio
import Spectrum

/// The options of `radiod spectrum` for the frames and their form.
struct SpectrumForm: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write the levels into a file: \(SpectrumTarget.forms).", valueName: "output"),
    completion: .list(SpectrumTarget.words.map { $0 + ":" }), transform: { try SpectrumTarget($0) })
  var output: SpectrumTarget?

  @Option(
    help: ArgumentHelp(
      "Frames a second, 0.1 to 1000, instead of --hop: frame i begins at i/N s.", valueName: "N"))
  var fps: Double?

  @Option(
    help: ArgumentHelp(
      "Decimals of levels, peak, RMS and loudness in JSON and CSV, 2 to 6. (default: 2)", valueName: "count"))
  var decimals: Int?

  @Flag(help: "Leave the heights of bars out of JSON.")
  var noBars = false

  @Flag(
    help: """
      Measure loudness (ITU-R BS.1770, EBU R 128): in LUFS for each frame, and in JSON range and true peak at the end.
      """)
  var lufs = false

  /// The style of the lines of JSON.
  var style: SpectrumJSONWriter.Style {
    SpectrumJSONWriter.Style(decimals: decimals ?? SpectrumJSONWriter.Style.allDecimals.lowerBound, hasBars: !noBars)
  }

  /// Throws `ValidationError` for options that do not go together.
  func check(json: Bool) throws {
    let range = SpectrumJSONWriter.Style.allDecimals
    if let decimals, !range.contains(decimals) {
      throw ValidationError("--decimals takes \(range.lowerBound) to \(range.upperBound), not \(decimals)")
    }
    guard !json || output == nil else { throw ValidationError("--json writes to standard output; leave --output out") }
    guard !noBars || json else { throw ValidationError("--no-bars goes with --json") }
    guard json || output?.form == .csv || decimals == nil && !lufs else {
      let option = lufs ? "--lufs" : "--decimals"
      throw ValidationError("\(option) goes with --json or --output csv:FILE")
    }
  }
}

/// The value of `--output`: the form of a file, and its path.
struct SpectrumTarget: Sendable, Equatable {
  /// The forms, by their words.
  enum Form: String, CaseIterable, Sendable {
    case csv, npz
  }

  /// The words before the colon.
  static let words = Form.allCases.map(\.rawValue)
  /// All forms for messages: `csv:FILE or npz:FILE`.
  static let forms = words.map { $0 + ":FILE" }.joined(separator: " or ")

  let form: Form
  let path: String

  /// Parses `csv:FILE` or `npz:FILE`. Throws `ValidationError` for any other text.
  init(_ text: String) throws {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let form = Form(rawValue: String(parts[0])) else {
      throw ValidationError("there is no output '\(CleanText.singleLine(text, limit: 64))': use \(Self.forms)")
    }
    guard parts.count == 2, !parts[1].isEmpty else {
      throw ValidationError("--output \(form.rawValue) needs a file: --output \(form.rawValue):FILE")
    }
    self.form = form
    path = String(parts[1])
  }
}
