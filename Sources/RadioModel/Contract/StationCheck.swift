import Bytes
public import JSON
import Stations

/// What a check found out about a station that plays: the answer of ``Endpoint/directoryCheck``.
public struct StationCheck: Sendable, Equatable, JSONConvertible {
  /// The identifier of the codec, such as `mp3`.
  public var codec: String?
  /// The mean bit rate in kbit/s.
  public var kilobits: Int?
  /// The sample rate in Hz.
  public var sampleRate: Int?
  /// The number of channels.
  public var channels: Int?
  /// The name that the server sends.
  public var name: String?

  /// Creates the result of a check.
  public init(
    codec: String? = nil, kilobits: Int? = nil, sampleRate: Int? = nil, channels: Int? = nil, name: String? = nil
  ) {
    self.codec = codec
    self.kilobits = kilobits
    self.sampleRate = sampleRate
    self.channels = channels
    self.name = name
  }

  /// The answer.
  package var json: JSONValue {
    .object([
      "plays": true, "codec": codec, "kilobits": kilobits, "sampleRate": sampleRate, "channels": channels, "name": name,
    ])
  }

  /// The answer for a station that does not play, for `reason`.
  package static func json(failure reason: String) -> JSONValue {
    .object(["plays": false, "reason": reason])
  }

  /// Reads an answer, with clean texts; nil when `json` is not one. Throws the reason when the station does not play.
  package init?(json: JSONValue) throws(RequestError) {
    guard let plays = json["plays"]?.flag else { return nil }
    guard plays else { throw RequestError(CleanText.singleLine(json["reason"]?.text ?? "it does not play")) }
    self.init(
      codec: json["codec"]?.text.map { CleanText.singleLine($0) }, kilobits: json["kilobits"]?.integer(),
      sampleRate: json["sampleRate"]?.integer(), channels: json["channels"]?.integer(),
      name: json["name"]?.text.flatMap { Station.cleanText($0) })
  }
}
