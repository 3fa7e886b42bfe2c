/// How the output of a measurement ended, and what the sound was as a whole.
public struct SpectrumEnd: Sendable, Equatable {
  /// The way in which it ended, in one word.
  public enum Code: String, Sendable, CaseIterable {
    /// The source ended.
    case end
    /// The source ended in mid-sample, or before the end that its header states.
    case cut
    /// A limit of time or frames was reached.
    case limit
    /// The user stopped it.
    case stopped
    /// The connection was lost, or was never made.
    case lost
    /// The source cannot be read or decoded.
    case failed
  }

  /// The greatest magnitude of a sample.
  public struct Peak: Sendable, Equatable {
    /// The magnitude in dBFS, at least −120.
    public var decibels: Double
    /// The time of the first sample of that magnitude, in seconds since the start of the stream.
    public var time: Double
    /// Its channel, from 1.
    public var channel: Int

    /// Creates a peak.
    public init(decibels: Double, time: Double, channel: Int) {
      self.decibels = decibels
      self.time = time
      self.channel = channel
    }
  }

  /// Loudness of the whole sound by ITU-R BS.1770 and EBU R 128.
  public struct Loudness: Sendable, Equatable {
    /// Integrated loudness in LUFS; nil when nothing passed the gate.
    public var integrated: Double?
    /// Loudness range in LU; nil when it is not known.
    public var range: Double?
    /// True peak of the loudest channel in dBTP, at least −120.
    public var truePeak: Double
    /// False when the speakers of the channels are not known, so that all count alike.
    public var isLayoutKnown: Bool

    /// Creates values.
    public init(integrated: Double?, range: Double?, truePeak: Double, isLayoutKnown: Bool) {
      self.integrated = integrated
      self.range = range
      self.truePeak = truePeak
      self.isLayoutKnown = isLayoutKnown
    }
  }

  /// Number of frames of the spectrum.
  public var frames: Int
  /// Why it ended, for people.
  public var reason: String
  /// Why it ended, for programs.
  public var code: Code
  /// Length of the sound that was measured, in samples of one channel.
  public var samples = 0
  /// Length of the sound that was measured, in seconds.
  public var duration = 0.0
  /// The greatest magnitude of all channels; nil without sound.
  public var peak: Peak?
  /// Number of samples at full scale in all channels: of magnitude 32767/32768 or more.
  public var fullScale = 0
  /// The longest run of samples at full scale in one channel.
  public var longestFullScale = 0
  /// The mean of each channel's samples, where 1 is full scale.
  public var dc: [Double] = []
  /// Number of samples of the source that were NaN or infinite, and were measured as 0.
  public var invalidSamples = 0
  /// Loudness; nil when it is not measured.
  public var loudness: Loudness?

  /// The end of an output of `frames` frames.
  public init(frames: Int, reason: String, code: Code) {
    self.frames = frames
    self.reason = reason
    self.code = code
  }
}
