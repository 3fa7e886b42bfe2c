import ArgumentParser
import AudioCore
import Bytes
import SoundCheck

/// What the sound is compared with, and how it is measured.
struct ComparisonArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The sound equals this stored measurement.", valueName: "file"), completion: .file())
  var golden: String?

  @Flag(help: "Write the measurement to the file of --golden.")
  var bless = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The sound equals this file, address or station.", valueName: "source"), completion: .file())
  var like: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Tolerance of --golden and --like; from 0.8dB on the sound may be re-encoded. (default: 0.5dB)", valueName: "db"
    ))
  var within: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Level below which --golden and --like see no difference. (default: -50)", valueName: "dbfs"))
  var skipBelow: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Level below which sound is silence. (default: -60)", valueName: "dbfs"))
  var silenceLevel: String?

  @Option(help: ArgumentHelp("Measure this channel only, from 1.", valueName: "number"))
  var channel: Int?

  @Option(
    name: .customLong("for"), parsing: .unconditional,
    help: ArgumentHelp("Measure this much sound: 10s.", valueName: "duration"))
  var checkedTime: String?

  /// Sets the options of `list`. Throws ``OptionError``.
  func apply(to list: inout ExpectationList) throws(OptionError) {
    if let within { list.within = try number(within, .within, in: 0.05...100, unit: .golden, example: "0.5dB") }
    if let skipBelow { list.skipBelow = try number(skipBelow, .skipBelow, in: -90...0, unit: .rms, example: "-50") }
    if let silenceLevel {
      list.silenceLevel = try number(silenceLevel, .silenceLevel, in: -120...0, unit: .rms, example: "-60")
    }
    if let channel {
      guard (1...64).contains(channel) else {
        throw OptionError("\(option: .channel) takes a number from 1 to 64, not \(channel)")
      }
      list.channel = channel
    }
    if golden == nil, like == nil, within != nil || skipBelow != nil {
      let option = within != nil ? OptionName.within : .skipBelow
      throw OptionError(
        "\(option: option) goes with \(option: Quantity.golden.option) or \(option: Quantity.like.option)")
    }
  }

  /// Returns the limit of what is measured; nil for all. Throws ``OptionError``.
  func limit() throws(OptionError) -> Duration? {
    guard let checkedTime else { return nil }
    return .seconds(try number(checkedTime, .checkedTime, in: 0.001...1e9, unit: .duration, example: "10s or 500ms"))
  }

  private func number(
    _ text: String, _ option: OptionName, in range: ClosedRange<Double>, unit: Quantity, example: String
  ) throws(OptionError) -> Double {
    guard let value = unit.number(text), range.contains(value) else {
      throw OptionError("\(option: option) takes \(example), not '\(CleanText.singleLine(text, limit: 60))'")
    }
    return value
  }
}
