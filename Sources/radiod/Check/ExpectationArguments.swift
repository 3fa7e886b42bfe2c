import ArgumentParser
import AudioCore
import SoundCheck

/// The expectations of `radiod check`. Each takes the word after it, whatever that begins with: `--lufs -23`.
struct ExpectationArguments: TabledArguments {
  var words: [String: [String]] = [:]

  static let table = rows.map { row in
    (key: row.quantity.rawValue, argument: argument(row.quantity, row.help, valueName: row.valueName))
  }

  /// The quantities in the order of the help and of the answers, with the names of their values; empty for a flag.
  private static let rows: [(quantity: Quantity, valueName: String, help: String)] = [
    (.tone, "hz", "The strongest component, all the time, in Hz: 997 or 997±1."),
    (.level, "dbfs", "Level of the tone in every window, in dBFS: -20±0.5, max:-1 or min:-40."),
    (.only, "db", "Everything but the tone lies this far below it."),
    (.silent, "", "All sound is below the level of silence."),
    (.notSilent, "", "Not all sound is below the level of silence."),
    (.silence, "duration", "The longest silence: max:0.5s or min:2s."),
    (.rms, "dbfs", "Level of a channel; a full-scale sine has 0 dBFS: -20±0.5, max:-10 or min:-40."),
    (.peak, "dbfs", "Greatest sample of a channel: max:-1, min:-20 or -6±0.5."),
    (.truePeak, "dbtp", "True peak of a channel by ITU-R BS.1770: max:-1."),
    (.lufs, "lufs", "Integrated loudness by EBU R 128: -23±0.5, max:-14 or min:-30."),
    (.lufsRange, "lu", "Loudness range by EBU Tech 3342: max:15."),
    (.dc, "value", "Mean of the samples of a channel; 1 is full scale: max:0.001."),
    (.clipped, "count", "Samples at full scale: max:0."),
    (.channels, "count", "Channels of the sound: 2."),
    (.rate, "hz", "Sample rate: 44100."),
    (.codec, "name", "Codec of the sound."),
    (.duration, "duration", "Duration of the sound: 30±0.1, max:60 or min:10s."),
    (.title, "regex", "A title matches this POSIX extended expression."),
    (.balance, "db", "Level of channel 2 less that of channel 1: 0±3."),
    (.phase, "in|out", "Sign of the correlation of two channels."),
    (.isMono, "", "All channels have the same sound, to −60 dB."),
    (.band, "low-high=dbfs", "Mean level of a band: 1000-2000=-20±1."),
    (.startsWithin, "duration", "First sound within this time: 2s."),
    (.gaps, "count", "Holes in a live source, by lost connections and damage: max:0."),
  ]

  private static func argument(_ quantity: Quantity, _ help: String, valueName: String) -> TabledArgument {
    if valueName.isEmpty { return .flag(Flag(wrappedValue: false, help: "\(help)")) }
    let words: [String]? =
      switch quantity {
      case .codec: Codec.allCases.map(\.rawValue)
      case .phase: ["in", "out"]
      default: nil
      }
    return .texts(
      Option(
        wrappedValue: [], parsing: .unconditionalSingleValue, help: ArgumentHelp("\(help)", valueName: valueName),
        completion: words.map { .list($0) }))
  }

  /// Returns the expectations in the order of their declaration. Throws ``OptionError``.
  func expectations() throws(OptionError) -> [SoundExpectation] {
    var items: [SoundExpectation] = []
    for row in Self.rows {
      for word in words[row.quantity.rawValue] ?? [] { items.append(try Self.expectation(row.quantity, word)) }
    }
    return items
  }

  private static func expectation(_ quantity: Quantity, _ word: String) throws(OptionError) -> SoundExpectation {
    switch quantity {
    case .silent: .silent
    case .notSilent: .notSilent
    case .isMono: .isMono
    case .codec: try .codec(word)
    case .title: .title(try TitlePattern(word))
    case .phase: try .phase(word)
    case .band: try .band(word)
    default: .number(quantity, try Bound(word, of: quantity))
    }
  }
}
