import AudioCore
import JSON
import RadioModel
import Stations

/// A part of a daemon's log.
public struct RemoteLog: Sendable, Equatable {
  /// The records and the counters.
  public var extract: LogExtract
  /// Differs from run to run of the daemon, in each of which the numbers begin at 1.
  public var run: String

  /// Creates a part of a log.
  public init(extract: LogExtract, run: String) {
    self.extract = extract
    self.run = run
  }
}

extension RadioClient {
  /// Returns the station list.
  public func stations() async throws -> StationListAnswer {
    guard let list = StationListAnswer(json: try await get(.stations)) else { throw notOurs(Self.noStations) }
    return list
  }

  /// Returns the stations that were played last, the latest first.
  public func recentStations() async throws -> [Station] {
    guard let stations = Station.list(ofAnswer: try await get(.recent)) else { throw notOurs(Self.noStations) }
    return stations
  }

  /// Returns the last titles, at most `limit` (1…10,000), the latest first.
  public func titles(limit: Int) async throws -> [HistoryEntry] {
    guard let titles = try await get(.history, query: "limit=\(limit)")["titles"]?.elements else {
      throw notOurs("its answer has no titles")
    }
    return titles.prefix(limit).compactMap(HistoryEntry.init(json:))
  }

  /// Returns the log records with numbers greater than `number`; at most 1,000.
  public func log(after number: Int) async throws -> RemoteLog {
    let answer = try await get(.log, query: "after=\(max(0, number))")
    guard let extract = LogExtract(json: answer), let run = answer["started"]?.text else {
      throw notOurs("its answer has no log")
    }
    return RemoteLog(extract: extract, run: run)
  }

  /// Returns what the daemon needs of the machine.
  public func figures() async throws -> RemoteFigures {
    guard let figures = RemoteFigures(metrics: try await text(Endpoint.metrics.path())) else {
      throw notOurs("its answer has no metrics")
    }
    return figures
  }

  private static let noStations = "its answer has no stations"
}

/// What a daemon needs of the machine, by its metrics.
public struct RemoteFigures: Sendable, Equatable {
  /// The processor time since the start of the daemon, in seconds.
  public var processorSeconds = 0.0
  /// The resident memory in bytes.
  public var residentBytes = 0
  /// The number of faults of the sound device since the start.
  public var deviceFaults = 0
  /// The number of connections that were lost or could not be made since the start.
  public var retries = 0
  /// The decoding time in seconds per second of sound; nil while nothing is decoded.
  public var decodingShare: Double?

  /// Reads the values from metrics in the text format of Prometheus; nil when the processor time or the memory is
  /// missing.
  public init?(metrics text: String) {
    var values: [Substring: Double] = [:]
    for line in text.split(separator: "\n") where line.first != "#" {
      let words = line.split(separator: " ")
      if words.count == 2, let value = Double(words[1]), value.isFinite { values[words[0]] = value }
    }
    guard let seconds = values["process_cpu_seconds_total"], let bytes = values["process_resident_memory_bytes"] else {
      return nil
    }
    func count(_ name: Substring) -> Int { Int(min(max(values[name] ?? 0, 0), 1e15)) }
    processorSeconds = seconds
    residentBytes = Int(min(max(bytes, 0), 1e15))
    deviceFaults = count("springradio_device_faults_total")
    retries = count("springradio_retries_total")
    decodingShare = values["springradio_decoding_ratio"]
  }
}
