import AudioCore
import Spectrum

/// What spectrum somebody wants to see, and how often.
struct SpectrumRequest: Hashable, Sendable {
  /// What is measured; its hop is not looked at.
  private var options: SpectrumOptions
  /// Frames a second, 1…60.
  var framesPerSecond: Int

  private static let usualFramesPerSecond = 30
  private static let framesPerSecondRange = 1...60
  /// Most bands: what more a picture can show is not worth the bytes.
  private static let bandRange = 1...512
  /// Longest window: what is longer takes too much time of who serves everybody.
  private static let windowRange = 256...16_384

  /// What the parameters of `request` say. Throws ``WebFault``.
  init(_ request: WebRequest) throws {
    var query = try RequestQuery(request)
    framesPerSecond = try query.integer("fps", in: Self.framesPerSecondRange) ?? Self.usualFramesPerSecond
    let bands = try query.integer("bands", in: Self.bandRange)
    let size = try query.integer("fftSize", in: Self.windowRange) ?? SpectrumConstants.defaultFFTSize
    let low = try query.number("low")
    let high = try query.number("high")
    let weighting = try query.word("weighting", SpectrumOptions.Weighting.self) ?? .none
    let channels = try query.word("channels", SpectrumOptions.Channels.self) ?? .stereo
    let profile = try query.word("profile", SpectrumOptions.Profile.self) ?? .rta
    try query.finish()
    guard size & (size - 1) == 0 else { throw WebFault(400, "fftSize must be a power of two") }
    do {
      options = try SpectrumOptions(
        profile: profile, bands: bands, low: low, high: high, fftSize: size, weighting: weighting, channels: channels)
    } catch {
      throw WebFault(400, "low must be above 0, and below high (both in Hz)")
    }
  }

  /// Window length, in frames.
  var windowFrames: Int { options.fftSize }

  /// The options for sound of `sampleRate`: the hop is the distance of two frames.
  func options(sampleRate: Int) -> SpectrumOptions {
    let hop = max(1, sampleRate / framesPerSecond)
    let made = try? SpectrumOptions(
      profile: options.profile, bands: options.bands, low: options.low, high: options.high, fftSize: options.fftSize,
      hop: hop, weighting: options.weighting, channels: options.channels)
    return made ?? options
  }
}
