/// The container of a stream's packets, as recognised from its first bytes.
public enum StreamContainer: Sendable, Hashable, CaseIterable {
  /// RIFF/WAVE: samples, or MPEG audio.
  case wave
  /// AIFF and AIFC: samples.
  case aiff
  /// Ogg: Vorbis, Opus, FLAC, Speex.
  case ogg
  /// Native FLAC: frames, behind their metadata blocks or without them.
  case flac
  /// MPEG transport stream.
  case transportStream
  /// MP4, in fragments or not.
  case mp4

  /// The name in machine-readable output, such as `wav` or `mpegts`.
  public var word: String { names.word }
  /// The name in a sentence, as in "is an Ogg stream".
  var displayName: String { names.sentence }

  private var names: (word: String, sentence: String) {
    switch self {
    case .wave: ("wav", "a WAV file")
    case .aiff: ("aiff", "an AIFF file")
    case .ogg: ("ogg", "an Ogg stream")
    case .flac: ("flac", "FLAC")
    case .transportStream: ("mpegts", "an MPEG transport stream")
    case .mp4: ("mp4", "an MP4 file")
    }
  }

  /// Makes the demultiplexer of this container. A container that gives titles before their sound (Ogg, FLAC) clears the
  /// title of an earlier connection, which `followsTitle` announces, when it begins without one. `origin` is where the
  /// stream comes from.
  func demultiplexer(
    limits: StreamParser.Limits, followsTitle: Bool = false, origin: StreamOrigin = .station
  ) -> any StreamDemultiplexer {
    switch self {
    case .wave: WAVParser(limits: limits)
    case .aiff: AIFFParser(limits: limits)
    case .ogg: OggParser(limits: limits, followsTitle: followsTitle)
    case .flac: FLACParser(limits: limits, followsTitle: followsTitle)
    case .transportStream: TransportStreamParser(limits: limits)
    case .mp4: MP4Parser(limits: limits, origin: origin)
    }
  }
}
