import ArgumentParser
import AudioCore
import SoundCheck

/// The expectations of `radiod check`. Each takes the word after it, whatever that begins with: `--lufs -23`.
struct ExpectationArguments: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("The strongest component, all the time, in Hz: 997 or 997±1.", valueName: "hz"))
  var tone: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Level of the tone in every window, in dBFS: -20±0.5, max:-1 or min:-40.", valueName: "dbfs"))
  var level: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Everything but the tone lies this far below it.", valueName: "db"))
  var only: [String] = []

  @Flag(help: "All sound is below the level of silence.")
  var silent = false

  @Flag(help: "Not all sound is below the level of silence.")
  var notSilent = false

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("The longest silence: max:0.5s or min:2s.", valueName: "duration"))
  var silence: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Level of a channel; a full-scale sine has 0 dBFS: -20±0.5, max:-10 or min:-40.", valueName: "dbfs"))
  var rms: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Greatest sample of a channel: max:-1, min:-20 or -6±0.5.", valueName: "dbfs"))
  var peak: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("True peak of a channel by ITU-R BS.1770: max:-1.", valueName: "dbtp"))
  var truePeak: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Integrated loudness by EBU R 128: -23±0.5, max:-14 or min:-30.", valueName: "lufs"))
  var lufs: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Loudness range by EBU Tech 3342: max:15.", valueName: "lu"))
  var lufsRange: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Mean of the samples of a channel; 1 is full scale: max:0.001.", valueName: "value"))
  var dc: [String] = []

  @Option(
    parsing: .unconditionalSingleValue, help: ArgumentHelp("Samples at full scale: max:0.", valueName: "count"))
  var clipped: [String] = []

  @Option(parsing: .unconditionalSingleValue, help: ArgumentHelp("Channels of the sound: 2.", valueName: "count"))
  var channels: [String] = []

  @Option(parsing: .unconditionalSingleValue, help: ArgumentHelp("Sample rate: 44100.", valueName: "hz"))
  var rate: [String] = []

  @Option(
    parsing: .unconditionalSingleValue, help: ArgumentHelp("Codec of the sound.", valueName: "name"),
    completion: .list(Codec.allCases.map(\.rawValue)))
  var codec: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Duration of the sound: 30±0.1, max:60 or min:10s.", valueName: "duration"))
  var duration: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A title matches this POSIX extended expression.", valueName: "regex"))
  var title: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Level of channel 2 less that of channel 1: 0±3.", valueName: "db"))
  var balance: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Sign of the correlation of two channels.", valueName: "in|out"),
    completion: .list(["in", "out"]))
  var phase: [String] = []

  @Flag(help: "All channels have the same sound, to −60 dB.")
  var isMono = false

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Mean level of a band: 1000-2000=-20±1.", valueName: "low-high=dbfs"))
  var band: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("First sound within this time: 2s.", valueName: "duration"))
  var startsWithin: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Holes in a live source, by lost connections and damage: max:0.", valueName: "count"))
  var gaps: [String] = []

  /// Returns the expectations in the order of their declaration. Throws ``OptionError``.
  func expectations() throws(OptionError) -> [SoundExpectation] {
    var items: [SoundExpectation] = []
    func add(_ quantity: Quantity, _ words: [String]) throws(OptionError) {
      for word in words { items.append(.number(quantity, try Bound(word, of: quantity))) }
    }
    try add(.tone, tone)
    try add(.level, level)
    try add(.only, only)
    if silent { items.append(.silent) }
    if notSilent { items.append(.notSilent) }
    try add(.silence, silence)
    try add(.rms, rms)
    try add(.peak, peak)
    try add(.truePeak, truePeak)
    try add(.lufs, lufs)
    try add(.lufsRange, lufsRange)
    try add(.dc, dc)
    try add(.clipped, clipped)
    try add(.channels, channels)
    try add(.rate, rate)
    for word in codec { items.append(try .codec(word)) }
    try add(.duration, duration)
    for word in title { items.append(.title(try TitlePattern(word))) }
    try add(.balance, balance)
    for word in phase { items.append(try .phase(word)) }
    if isMono { items.append(.isMono) }
    for word in band { items.append(try .band(word)) }
    try add(.startsWithin, startsWithin)
    try add(.gaps, gaps)
    return items
  }
}
