import HTTPServer
import Spectrum

/// The spectrum that a client requests, and its frame rate.
struct SpectrumRequest: Hashable, Sendable {
  /// What is measured. The hop in these options is not used; see ``options(sampleRate:)``.
  private var options: SpectrumOptions
  /// Frames per second, 1…60.
  var framesPerSecond: Int
  /// True when frames carry the waveform.
  let hasWave: Bool
  /// True when frames carry their levels as bytes in Base64, and neither `levels` nor `bars`.
  let hasLevelBytes: Bool

  /// The forms of levels.
  private enum LevelForm: String, CaseIterable {
    case numbers, b64
  }

  private static let defaultFramesPerSecond = 30
  private static let framesPerSecondRange = 1...60
  private static let maximumWavesPerSecond = 30
  /// The allowed number of bands. A picture with more bands would not be worth the bytes.
  private static let bandRange = 1...512
  /// The allowed window length, in frames. A longer window would take too much time of the event loop that all clients
  /// share.
  private static let windowRange = 256...16_384

  /// Reads the query parameters of `request`. Throws ``HTTPError`` when one is invalid.
  init(_ request: HTTPRequest) throws {
    var query = try RequestQuery(request)
    framesPerSecond = try query.integer("fps", in: Self.framesPerSecondRange) ?? Self.defaultFramesPerSecond
    let bands = try query.integer("bands", in: Self.bandRange)
    let size = try query.integer("fftSize", in: Self.windowRange) ?? SpectrumConstants.defaultFFTSize
    let low = try query.number("low")
    let high = try query.number("high")
    let weighting = try query.word("weighting", SpectrumOptions.Weighting.self) ?? .none
    let channels = try query.word("channels", SpectrumOptions.LiveChannels.self) ?? .stereo
    hasWave = try query.integer("wave", in: 0...1) == 1
    hasLevelBytes = try query.word("levels", LevelForm.self) == .b64
    let profile = try query.word("profile", SpectrumOptions.Profile.self) ?? .rta
    try query.finish()
    guard size & (size - 1) == 0 else { throw HTTPError(400, "fftSize must be a power of two") }
    do {
      options = try SpectrumOptions(
        profile: profile, bands: bands, low: low, high: high, fftSize: size, weighting: weighting,
        channels: channels.channels)
    } catch {
      throw HTTPError(400, "low must be above 0, and below high (both in Hz)")
    }
  }

  /// The number of frames for each frame with a waveform.
  var framesPerWave: Int { (framesPerSecond + Self.maximumWavesPerSecond - 1) / Self.maximumWavesPerSecond }

  /// True when levels become bars as a live view with an automatic sensitivity shows them.
  var hasGain: Bool { options.profile == .rta }

  /// The style of the frames.
  var style: SpectrumJSONWriter.Style {
    var style = SpectrumJSONWriter.Style.plain
    style.hasLevels = !hasLevelBytes
    style.hasBars = !hasLevelBytes
    return style
  }

  /// True when the waveform has a wave for each of two channels.
  var isStereo: Bool { options.channels == .stereo }

  /// Returns the options for sound of `sampleRate`. The hop is the distance between two frames of the spectrum.
  func options(sampleRate: Int) -> SpectrumOptions { options.with(hop: sampleRate / framesPerSecond) }
}
