import AudioCore

/// Everything a view may show about the radio, at one moment. Immutable; views hold no other state about the radio.
public struct TunerSnapshot: Sendable, Equatable {
  /// What the radio is doing.
  public enum State: Sendable, Equatable {
    /// Not tuned in.
    case stopped
    /// Waiting for the server.
    case connecting
    /// Connected, gathering enough sound to begin or to go on.
    case buffering
    /// Sound is going out.
    case playing
    /// The connection failed for `reason`; the next try comes in `seconds` (whole seconds left, counted down).
    case retrying(reason: String, seconds: Int)
    /// The source came to its end and all of it was heard.
    case ended
    /// Gave up; the reason is one sentence for the user.
    case failed(TuneError)

    /// True while a source is tuned in, or on its way back.
    public var isTunedIn: Bool {
      switch self {
      case .connecting, .buffering, .playing, .retrying: true
      case .stopped, .ended, .failed: false
      }
    }
  }

  /// What the radio is doing.
  public var state: State = .stopped
  /// Name of the station, file or address that is tuned in.
  public var name = ""
  /// The title that is audible now; nil when the station has sent none.
  public var title: String?
  /// Coding of the stream, once known.
  public var codec: Codec?
  /// Bits a second of the stream: the average of its recent packets, in bit/s.
  public var bitRate: Int?
  /// Format of the decoded sound, once known.
  public var format: AudioFormat?
  /// How much sound has been heard since tuning in.
  public var elapsed: Duration = .zero
  /// Seconds of sound in the packet buffer.
  public var bufferedSeconds: Double = 0
  /// Seconds of sound at which the packet buffer counts as full.
  public var bufferCapacitySeconds: Double = 0
  /// 0…100.
  public var volume = 100
  /// True while muted; `volume` keeps its value.
  public var isMuted = false
  /// A notice about the output, such as "no sound device: playing silently".
  public var outputNotice: String?

  /// The state of a radio that was just switched on.
  public init() {}
}
