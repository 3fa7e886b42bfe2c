import AudioCore
import JSON

extension RadioStatus {
  /// The status as a JSON object for clients. `state` and the numbers are always present; unknown values are left out.
  /// `artist` and `song` are the parts of the title. `elapsed`, `buffered` and `bufferCapacity` are seconds with at
  /// most three decimals, `bitRate` is in bit/s, `sampleRate` in hertz.
  public var json: JSONValue {
    let parts = title.map { SongTitle($0) }
    return .object([
      "state": .text(state.rawValue), "station": station.map(JSONValue.text),
      "name": name.isEmpty ? nil : .text(name), "url": url.map(JSONValue.text), "image": image.map(JSONValue.text),
      "title": title.map(JSONValue.text), "artist": parts?.artist.map(JSONValue.text),
      "song": (parts?.song).map(JSONValue.text), "codec": (codec?.rawValue).map(JSONValue.text),
      "bitRate": bitRate.map { .number($0) }, "sampleRate": (format?.sampleRate).map { .number($0) },
      "channels": (format?.channels).map { .number($0) }, "elapsed": .number(elapsed), "buffered": .number(buffered),
      "bufferCapacity": .number(bufferCapacity), "volume": .number(volume), "muted": .flag(isMuted),
      "retryIn": retryIn.map { .number($0) }, "reason": reason.map(JSONValue.text),
      "notice": notice.map(JSONValue.text), "event": .number(event), "version": .text(version),
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
    url = json["url"]?.text
    image = json["image"]?.text
    title = json["title"]?.text
    codec = json["codec"]?.text.flatMap(Codec.init)
    bitRate = json["bitRate"]?.integer()
    if let sampleRate = json["sampleRate"]?.integer(Int.self), let channels = json["channels"]?.integer(Int.self) {
      format = AudioFormat(sampleRate: sampleRate, channels: channels)
    }
    elapsed = json["elapsed"]?.double ?? 0
    buffered = json["buffered"]?.double ?? 0
    bufferCapacity = json["bufferCapacity"]?.double ?? 0
    retryIn = json["retryIn"]?.integer()
    reason = json["reason"]?.text
    notice = json["notice"]?.text
    event = json["event"]?.integer(UInt64.self) ?? 0
    version = json["version"]?.text ?? ""
  }
}
