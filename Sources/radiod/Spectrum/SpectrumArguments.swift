import ArgumentParser
import AudioCore
import Spectrum

/// The options of the measurement and of the bars.
struct SpectrumArguments: ParsableArguments {
  @Option(help: ArgumentHelp("Number of bands. (default: 80)", valueName: "count"))
  var bands: Int?

  @Option(
    help: ArgumentHelp(
      "Lower edge of the first band. (default: 40; with --profile springradio 100)", valueName: "hertz"))
  var low: Double?

  @Option(help: ArgumentHelp("Upper edge of the last band. (default: 18000)", valueName: "hertz"))
  var high: Double?

  @Option(help: ArgumentHelp("Samples in one window.", valueName: "samples"))
  var fftSize = SpectrumOptions(defaultsOf: .rta).fftSize

  @Option(help: ArgumentHelp("Samples from one window's start to the next's.", valueName: "samples"))
  var hop = SpectrumOptions(defaultsOf: .rta).hop

  @Option(help: "Frequency weighting: none or a (IEC 61672-1).")
  var weighting: SpectrumOptions.Weighting = .none

  @Option(help: "One spectrum of the mean (mono) or one for each channel (stereo).")
  var channels: SpectrumOptions.Channels = .stereo

  @Option(help: "How levels become bars: rta, or springradio for the look of the iOS app.")
  var profile: SpectrumOptions.Profile = .rta

  /// Returns the options as `SpectrumOptions`. Throws ``OptionError``.
  func options() throws(OptionError) -> SpectrumOptions {
    try SpectrumOptions(
      profile: profile, bands: bands, low: low, high: high, fftSize: fftSize, hop: hop, weighting: weighting,
      channels: channels)
  }
}

extension SpectrumOptions.Weighting: ExpressibleByArgument {}
extension SpectrumOptions.Channels: ExpressibleByArgument {}
extension SpectrumOptions.Profile: ExpressibleByArgument {}
