import AudioCore
import Downloader
import Stations

/// What the daemon tells programs about the radio: a snapshot in plain words and numbers, and its JSON. All doors word states alike.
public struct RadioStatus: Sendable, Equatable {
  /// What the radio is doing, in one word.
  public enum State: String, Sendable, CaseIterable {
    /// Not tuned in.
    case stopped
    /// Not tuned in, and to be rejoined.
    case paused
    /// Waiting for the server.
    case connecting
    /// Gathering sound.
    case buffering
    /// Sound is going out.
    case playing
    /// The connection failed; it is tried again.
    case retrying
    /// The source came to its end.
    case ended
    /// The source was given up.
    case failed
  }

  /// What the radio is doing.
  public var state: State
  /// Id of the station in the list; nil when it is none of the list, or nothing was tuned in yet.
  public var station: String?
  /// Name of the station, file or address; empty before anything was tuned in.
  public var name = ""
  /// Its address, without credentials.
  public var url: String?
  /// Address of its logo.
  public var image: String?
  /// The title that is audible now.
  public var title: String?
  /// Coding of the stream.
  public var codec: Codec?
  /// Bits a second of the stream, in bit/s.
  public var bitRate: Int?
  /// Rate and channels of the decoded sound.
  public var format: AudioFormat?
  /// Seconds heard since tuning in.
  public var elapsed: Double = 0
  /// Seconds of sound in the packet buffer.
  public var buffered: Double = 0
  /// Seconds of sound at which the packet buffer is full.
  public var bufferCapacity: Double = 0
  /// 0…100.
  public var volume: Int
  /// True while muted.
  public var isMuted: Bool
  /// Whole seconds until the next try, while `retrying`.
  public var retryIn: Int?
  /// Why it is `retrying` or `failed`: one sentence.
  public var reason: String?
  /// A notice about the sound device.
  public var notice: String?
  /// Number of the last event that this takes into account.
  public var event: UInt64 = 0
  /// Version of the program.
  public var version = ProductVersion.text

  /// A status that says no more than this.
  init(state: State, volume: Int, isMuted: Bool) {
    self.state = state
    self.volume = volume
    self.isMuted = isMuted
  }

  /// What `snapshot` says, at the event `number`.
  public init(_ snapshot: TunerSnapshot, event number: UInt64) {
    switch snapshot.state {
    case .stopped: state = snapshot.isPaused ? .paused : .stopped
    case .connecting: state = .connecting
    case .buffering: state = .buffering
    case .playing: state = .playing
    case .retrying(let reason, let seconds):
      state = .retrying
      self.reason = reason
      retryIn = seconds
    case .ended: state = .ended
    case .failed(let error):
      state = .failed
      reason = error.description
    }
    switch snapshot.source {
    case .station(let station)?:
      self.station = station.id
      url = StreamURL.withoutCredentials(station.url)
      image = station.image
    case .url(let url)?: self.url = StreamURL.withoutCredentials(url)
    case .file?, .standardInput?, nil: break
    }
    name = snapshot.name
    title = snapshot.title
    codec = snapshot.codec
    bitRate = snapshot.bitRate
    format = snapshot.format
    elapsed = snapshot.elapsed / .seconds(1)
    buffered = snapshot.bufferedSeconds
    bufferCapacity = snapshot.bufferCapacitySeconds
    volume = snapshot.volume
    isMuted = snapshot.isMuted
    notice = snapshot.outputNotice
    event = number
  }
}
