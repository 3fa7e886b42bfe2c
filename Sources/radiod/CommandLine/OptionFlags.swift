import ArgumentParser
import AudioCore
import Directory
import Player
import Remote
import SoundCheck
import Spectrum

/// The flags of the options that libraries check.
enum OptionFlags {
  private static let flags: [OptionName: String] = [
    .bands: "--bands", .low: "--low", .high: "--high", .fftSize: "--fft-size", .hop: "--hop",  // Spectrum
    .framesPerSecond: "--fps",
    .limit: "--limit", .country: "--country", .tags: "--tag", .codec: "--codec",  // Directory
    .output: "--output", .format: "--format", .socket: "--socket", .daemonURL: "--url", .statusFormat: "--format",
  ]

  /// The flags of `radiod check`, which have the names of what they are about.
  private static let ofCheck: Set<OptionName> = Set(
    Quantity.allCases.map(\.option) + [.channel, .silenceLevel, .within, .skipBelow, .checkedTime])

  /// The flags of `radiod check` that take a value.
  private static let withValue = Set(
    ofCheck.subtracting([Quantity.silent, .notSilent, .isMono].map(\.option)).map { "--" + $0.text })

  /// Returns the words of `radiod check` with each value that begins with a minus sign joined to its option: a value
  /// such as `-=5` is refused before the option is looked at.
  static func joined(_ words: [String]) -> [String] {
    var joined: [String] = []
    var isPending = false
    for (index, word) in words.enumerated() {
      if isPending, word.hasPrefix("-") {
        joined[joined.count - 1] += "=" + word
        isPending = false
      } else if !isPending, word == "--" {
        return joined + words[index...]
      } else {
        joined.append(word)
        isPending = !isPending && withValue.contains(word)
      }
    }
    return joined
  }

  /// Runs `body`, and throws its error as a usage error.
  static func checked<Result>(_ body: () throws(OptionError) -> Result) throws -> Result {
    do throws(OptionError) {
      return try body()
    } catch {
      throw ValidationError(sentence(error))
    }
  }

  /// Returns the sentence of `error` with the flags of the command line.
  static func sentence(_ error: OptionError) -> String {
    error.sentence { flags[$0] ?? (ofCheck.contains($0) ? "--" + $0.text : $0.text) }
  }
}
