public import AudioCore
import Bytes
public import JSON
import Stations

/// The status of the radio in plain words and numbers, for views and for clients of the daemon, which get its JSON. All
/// frontends use the same words for the states.
public struct RadioStatus: Sendable, Equatable, JSONConvertible {
  /// What the radio is doing, in one word.
  public enum State: String, Sendable, CaseIterable {
    /// Not tuned in.
    case stopped
    /// Paused: `resume` goes on at the place that is held or, where no sound is kept, rejoins the station.
    case paused
    /// Waiting for the server.
    case connecting
    /// Connected, gathering enough sound to play.
    case buffering
    /// Sound is playing.
    case playing
    /// The connection failed; it will be retried.
    case retrying
    /// The source ended.
    case ended
    /// The source was given up.
    case failed

    /// True while a source is tuned in, including attempts to reconnect.
    public var isTunedIn: Bool {
      switch self {
      case .connecting, .buffering, .playing, .retrying: true
      case .stopped, .paused, .ended, .failed: false
      }
    }
  }

  /// What the radio is doing.
  public var state: State
  /// The id of the station; nil when the source is not a station, or nothing was tuned in yet.
  public var station: String?
  /// Name of the station, file or address; empty before anything was tuned in.
  public var name = ""
  /// The address of the source.
  public var url: ShownAddress?
  /// The address of the station's logo.
  public var image: ShownAddress?
  /// The title that is audible now.
  public var title: String?
  /// Seconds since the title began, by its sound; nil without a title.
  public var titleElapsed: Double?
  /// The codec of the stream.
  public var codec: Codec?
  /// The bit rate of the stream, in bit/s.
  public var bitRate: Int?
  /// The sample rate and channel count of the decoded sound.
  public var format: AudioFormat?
  /// The place of the sound that is heard, in seconds since tuning in. It goes back when the listener does.
  public var elapsed: Double = 0
  /// How many seconds the sound is behind that of a listener who never paused nor went back; nil for a source that has
  /// an end, and where no sound is kept.
  public var behindLive: Double?
  /// The earliest and the latest place that one can move to, in seconds since tuning in, as ``elapsed``; nil where no
  /// sound is kept.
  public var seekable: ClosedRange<Double>?
  /// The duration of the file that is played, in seconds, from its header; nil for a station, and when the header does
  /// not contain it.
  public var length: Double?
  /// The duration of a file whose header does not contain it, in seconds, estimated from its size; else nil. Not in
  /// ``json``: a daemon plays no files of its machine.
  public var estimatedLength: Double?
  /// Seconds of sound in the packet buffer; sound that was decoded ahead counts, too.
  public var buffered: Double = 0
  /// Seconds of sound at which the packet buffer is full.
  public var bufferCapacity: Double = 0
  /// The volume, 0…100.
  public var volume: Int
  /// True while muted.
  public var isMuted: Bool
  /// Whole seconds until the next attempt, while `retrying`.
  public var retryIn: Int?
  /// The reason for `retrying` or `failed`: one sentence.
  public var reason: String?
  /// A notice about the sound device.
  public var notice: String?
  /// In the answer to a command: what the command met, such as the oldest sound that is kept; else nil. One sentence.
  public var message: String?
  /// The number of recordings that are being written.
  public var recordings = 0
  /// The connections that were lost or could not be made, and were retried, since the program was started.
  public var retries = 0
  /// The times that the sound ran out since the program was started.
  public var underruns = 0
  /// The number of the last event that this status includes.
  public var event: UInt64 = 0
  /// The version of the program.
  public var version = ProductVersion.text

  /// Makes a status with only these values.
  package init(state: State = .stopped, volume: Int = 100, isMuted: Bool = false) {
    self.state = state
    self.volume = volume
    self.isMuted = isMuted
  }

  /// Makes the status of `snapshot`, at the event `number`.
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
    station = snapshot.source?.station?.id
    name = snapshot.name
    url = (snapshot.source?.address).map(ShownAddress.init)
    image = snapshot.source?.station?.image.map(ShownAddress.init)
    title = snapshot.title
    titleElapsed = snapshot.titleStart.map { max(.zero, snapshot.elapsed - $0) / .seconds(1) }
    codec = snapshot.codec
    bitRate = snapshot.bitRate
    format = snapshot.format
    elapsed = snapshot.elapsed / .seconds(1)
    behindLive = snapshot.behindLive.map { $0 / .seconds(1) }
    seekable = snapshot.seekable.map { $0.lowerBound / .seconds(1)...$0.upperBound / .seconds(1) }
    length = snapshot.length.map { $0 / .seconds(1) }
    estimatedLength = snapshot.estimatedLength.map { $0 / .seconds(1) }
    buffered = snapshot.bufferedSeconds
    bufferCapacity = snapshot.bufferCapacitySeconds
    volume = snapshot.volume
    isMuted = snapshot.isMuted
    notice = snapshot.outputNotice
    recordings = snapshot.recordings
    retries = snapshot.counts.retries
    underruns = snapshot.counts.underruns
    event = number
  }
}

extension RadioStatus {
  /// True while a pause holds its place: ``title``, ``codec`` and ``elapsed`` are those of the place.
  public var isHeld: Bool { state == .paused && seekable != nil }

  /// True while a source plays without a sound device: ``notice`` says why.
  public var isSilent: Bool { state == .playing && notice?.isEmpty == false }

  /// The status as a JSON object for clients. `state` and the numbers are always present; unknown values are left out.
  /// `artist` and `song` are the parts of the title. `titleElapsed`, `elapsed`, `behindLive`, `seekableStart`,
  /// `seekableEnd`, `length`, `buffered` and `bufferCapacity` are seconds with at most three decimals, `bitRate` is in bit/s, `sampleRate` in hertz.
  public var json: JSONValue {
    let parts = title.map { SongTitle($0) }
    return .object([
      "state": state.rawValue, "station": station, "name": name.isEmpty ? nil : name, "url": url?.text,
      "image": image?.text, "title": title, "artist": parts?.artist, "song": parts?.song,
      "titleElapsed": titleElapsed, "codec": codec?.rawValue, "bitRate": bitRate, "sampleRate": format?.sampleRate,
      "channels": format?.channels,
      "elapsed": elapsed, "behindLive": behindLive, "seekableStart": seekable?.lowerBound,
      "seekableEnd": seekable?.upperBound, "length": length, "buffered": buffered, "bufferCapacity": bufferCapacity,
      "volume": volume, "muted": isMuted, "retryIn": retryIn, "reason": reason, "notice": notice,
      "message": message, "recordings": recordings, "retries": retries, "underruns": underruns, "event": event,
      "version": version,
    ])
  }

  /// Reads such an object. Unknown members are ignored, so that an older client can read the status of a newer radio.
  /// Returns nil when it is not a status: `state` must be one of ``State``, and `volume` and `muted` must be present.
  public init?(json: JSONValue) {
    guard let state = json["state"]?.text.flatMap(State.init), let volume = json["volume"]?.integer(Int.self),
      let isMuted = json["muted"]?.flag
    else { return nil }
    self.init(state: state, volume: volume, isMuted: isMuted)
    station = json["station"]?.text
    name = json["name"]?.text ?? ""
    url = json["url"]?.text.map(ShownAddress.init)
    image = json["image"]?.text.map(ShownAddress.init)
    title = json["title"]?.text
    titleElapsed = json["titleElapsed"]?.double
    codec = json["codec"]?.text.flatMap(Codec.init)
    bitRate = json["bitRate"]?.integer()
    if let sampleRate = json["sampleRate"]?.integer(Int.self), let channels = json["channels"]?.integer(Int.self) {
      format = AudioFormat(sampleRate: sampleRate, channels: channels)
    }
    elapsed = json["elapsed"]?.double ?? 0
    behindLive = json["behindLive"]?.double
    if let start = json["seekableStart"]?.double, let end = json["seekableEnd"]?.double, start <= end {
      seekable = start...end
    }
    length = json["length"]?.double
    buffered = json["buffered"]?.double ?? 0
    bufferCapacity = json["bufferCapacity"]?.double ?? 0
    retryIn = json["retryIn"]?.integer()
    reason = json["reason"]?.text
    notice = json["notice"]?.text
    message = json["message"]?.text
    recordings = max(json["recordings"]?.integer() ?? 0, 0)
    retries = max(json["retries"]?.integer() ?? 0, 0)
    underruns = max(json["underruns"]?.integer() ?? 0, 0)
    event = json["event"]?.integer(UInt64.self) ?? 0
    version = json["version"]?.text ?? ""
  }
}

extension RadioStatus {
  /// The upper limit of times and durations, in seconds: about a hundred years.
  private static let maximumElapsed = 3.2e9

  /// The status of a daemon, made safe for a view: texts are cleaned for a terminal, numbers are clamped to sensible
  /// ranges, and a retry or a failure has a reason.
  package var cleaned: RadioStatus {
    var status = self
    status.name = CleanText.singleLine(name)
    for text: WritableKeyPath<RadioStatus, String?> in [\.station, \.title, \.reason, \.notice, \.message] {
      status[keyPath: text] = Self.cleaned(self[keyPath: text])
    }
    status.url = Self.cleaned(url?.text).map(ShownAddress.init)
    status.image = Self.cleaned(image?.text).map(ShownAddress.init)
    if state == .retrying || state == .failed { status.reason = status.reason ?? "radiod serve does not say why" }
    status.retryIn = retryIn.map { max($0, 0) }
    status.bitRate = bitRate.map { min(max($0, 0), Int(Int32.max)) }
    status.titleElapsed = titleElapsed.map(Self.bounded)
    status.elapsed = Self.bounded(elapsed)
    status.behindLive = behindLive.map(Self.bounded)
    status.seekable = seekable.map { Self.bounded($0.lowerBound)...Self.bounded($0.upperBound) }
    status.length = length.map(Self.bounded).flatMap { $0 > 0 ? $0 : nil }
    status.buffered = Self.bounded(buffered)
    status.bufferCapacity = Self.bounded(bufferCapacity)
    status.volume = min(max(volume, 0), 100)
    return status
  }

  private static func cleaned(_ text: String?) -> String? {
    let text = text.map { CleanText.singleLine($0) } ?? ""
    return text.isEmpty ? nil : text
  }

  private static func bounded(_ number: Double) -> Double {
    number.isFinite ? min(max(number, 0), maximumElapsed) : 0
  }
}
