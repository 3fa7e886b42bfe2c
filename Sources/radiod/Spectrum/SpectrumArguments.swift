public import ArgumentParser
import AudioCore
public import Spectrum

/// The options of the measurement and of the bars. `Channels` has the words of `--channels`.
struct SpectrumArguments<Channels: ChannelChoice>: ParsableArguments {
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

  @Option(
    help: ArgumentHelp("Samples from one window's start to the next's. (default: 1024)", valueName: "samples"))
  var hop: Int?

  @Option(help: "Frequency weighting: none or a (IEC 61672-1).")
  var weighting: SpectrumOptions.Weighting = .none

  @Option(help: Channels.help)
  var channels: Channels?

  @Option(help: "How levels become bars: rta, or springradio for the look of the iOS app.")
  var profile: SpectrumOptions.Profile = .rta

  /// Returns the options as `SpectrumOptions`, with `framesPerSecond` in place of the hop. Throws ``OptionError``.
  func options(framesPerSecond: Double? = nil) throws(OptionError) -> SpectrumOptions {
    try SpectrumOptions(
      profile: profile, bands: bands, low: low, high: high, fftSize: fftSize,
      hop: hop ?? SpectrumConstants.defaultHop, framesPerSecond: framesPerSecond, weighting: weighting,
      channels: (channels ?? Channels.defaultValue).channels)
  }
}

/// The words of `--channels` in one of the commands.
protocol ChannelChoice: ExpressibleByArgument, CaseIterable, Sendable {
  /// The default.
  static var defaultValue: Self { get }
  /// The help of the option.
  static var help: ArgumentHelp { get }
  /// The treatment of the channels in the options of the measurement.
  var channels: SpectrumOptions.Channels { get }
}

extension SpectrumOptions.Channels: ChannelChoice {
  static let defaultValue = Self.all
  static let help: ArgumentHelp = """
    One spectrum for each channel (all), for left and right after a mix to stereo as for playing (stereo), or of the \
    mean of all channels (mono). (default: all)
    """
  var channels: Self { self }
}

extension SpectrumOptions.LiveChannels: ChannelChoice {
  static let defaultValue = Self.stereo
  static let help: ArgumentHelp = "One spectrum of the mean (mono) or one for each channel (stereo). (default: stereo)"
}

extension SpectrumOptions.Weighting: ExpressibleByArgument {}
extension SpectrumOptions.Profile: ExpressibleByArgument {}
