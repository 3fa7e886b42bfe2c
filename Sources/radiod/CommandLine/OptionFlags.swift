import AudioCore
import Directory
import Player
import Remote
import Spectrum

/// The flags of the options that libraries check.
enum OptionFlags {
  private static let flags: [OptionName: String] = [
    .bands: "--bands", .low: "--low", .high: "--high", .fftSize: "--fft-size", .hop: "--hop",  // Spectrum
    .limit: "--limit", .country: "--country", .tags: "--tag", .codec: "--codec",  // Directory
    .output: "--output", .format: "--format", .socket: "--socket", .daemonURL: "--url", .statusFormat: "--format",
  ]

  /// Returns the sentence of `error` with the flags of the command line.
  static func sentence(_ error: OptionError) -> String {
    error.sentence { flags[$0] ?? $0.text }
  }
}
