import ArgumentParser
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
    try SpectrumJSONWriter.Style.allDecimals.check("--decimals", decimals)
    guard !json || output == nil else { throw ValidationError("--json writes to standard output; leave --output out") }
    guard !noBars || json else { throw ValidationError("--no-bars goes with --json") }
    guard json || output?.form == .csv || decimals == nil && !lufs else {
      let option = lufs ? "--lufs" : "--decimals"
      throw ValidationError("\(option) goes with --json or --output csv:FILE")
    }
  }
}
