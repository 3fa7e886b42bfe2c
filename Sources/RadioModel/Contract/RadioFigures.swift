public import JSON

/// What a radio needs of the machine: the answer of ``Endpoint/figures``.
public struct RadioFigures: Sendable, Equatable, JSONConvertible {
  /// The processor time of the radio's process since its start, in seconds.
  public var processorSeconds: Double
  /// The processor time per time since the last reading, 1 for one core; nil before there are two readings.
  public var processorShare: Double?
  /// The resident memory in bytes.
  public var residentBytes: Int
  /// The number of underruns and other faults of the sound device since the start.
  public var deviceFaults: Int
  /// The number of connections that were lost or could not be made, and were tried again, since the start.
  public var reconnects: Int
  /// The decoding time in seconds per second of sound; nil before anything was decoded.
  public var decodingShare: Double?

  /// Creates figures.
  public init(
    processorSeconds: Double = 0, processorShare: Double? = nil, residentBytes: Int, deviceFaults: Int,
    reconnects: Int, decodingShare: Double?
  ) {
    self.processorSeconds = processorSeconds
    self.processorShare = processorShare
    self.residentBytes = residentBytes
    self.deviceFaults = deviceFaults
    self.reconnects = reconnects
    self.decodingShare = decodingShare
  }

  /// The answer, which has no share of the processor: each client has a last reading of its own.
  package var json: JSONValue {
    .object([
      "processorSeconds": processorSeconds, "residentBytes": residentBytes, "deviceFaults": deviceFaults,
      "reconnects": reconnects, "decodingShare": decodingShare,
    ])
  }

  /// Reads an answer; nil when the processor time or the memory is missing.
  package init?(json: JSONValue) {
    guard let seconds = json["processorSeconds"]?.double, seconds.isFinite, seconds >= 0,
      let bytes = json["residentBytes"]?.integer(Int.self)
    else { return nil }
    func count(_ key: String) -> Int { max(0, json[key]?.integer(Int.self) ?? 0) }
    self.init(
      processorSeconds: seconds, residentBytes: max(0, bytes), deviceFaults: count("deviceFaults"),
      reconnects: count("reconnects"), decodingShare: json["decodingShare"]?.double)
  }
}
