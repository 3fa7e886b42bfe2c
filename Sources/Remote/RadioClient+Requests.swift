package import JSON
public import RadioModel
public import Stations

/// The requests of the daemon's interface, with the values that it takes and returns.
extension RadioClient {
  // MARK: Player

  /// Returns the player's status.
  public func status() async throws -> RadioStatus { try status(of: try await get(.status)) }

  /// Makes the daemon carry out `command`; returns the status after it. Throws
  /// ``DaemonError/badRequest(reason:)`` for a command that only a player in this process can carry out.
  public func perform(_ command: Command) async throws -> RadioStatus {
    guard let (endpoint, body) = command.request else {
      throw DaemonError.badRequest(reason: "radiod serve plays no files, and is not ended by its clients")
    }
    return try status(of: try await post(endpoint, body))
  }

  /// Makes the daemon tune in to the station that `word`, an id or an unambiguous part of an id or name, identifies;
  /// returns the status after it.
  public func play(station word: String) async throws -> RadioStatus {
    try status(of: try await post(.play, PlayTarget.station(word).json))
  }

  /// Returns the queue.
  public func queue() async throws -> QueueState { try value(QueueState(json: try await get(.queue)), "queue") }

  /// Posts a change of the queue; returns the queue after it.
  public func edit(_ request: QueueRequest) async throws -> QueueState {
    try value(QueueState(json: try await post(request.endpoint, request.json)), "queue")
  }

  // MARK: Stations

  /// Returns the station list.
  public func stations() async throws -> StationListAnswer {
    try value(StationListAnswer(json: try await get(.stations)), "stations")
  }

  /// Makes `change` in the daemon's station list, if that has `version`; nil is any version. A station that a search of
  /// the daemon found is added as the daemon knows it. Returns the station as it is in the list then; nil after
  /// `delete` and `move`.
  ///
  /// Throws ``DaemonError/badRequest(reason:)`` for a change that daemons do not make: of an id or an encoding.
  public func change(_ change: StationChange, ifVersion version: Int? = nil) async throws -> Station? {
    guard let (endpoint, id, body) = change.request(ifVersion: version) else {
      throw DaemonError.badRequest(reason: "radiod serve changes no ids and no encodings of stations for its clients")
    }
    if case .add(let station) = change, station.id.isEmpty, let found = station.directoryID {
      do {
        let body = StationChange.additionBody(found: found, ifVersion: version)
        return try self.station(of: try await post(endpoint, body))
      } catch DaemonError.refused(_, status: 404) {
        // The daemon no longer has the result of that search.
      }
    }
    let answer = try await post(endpoint, id: id, body)
    switch change {
    case .delete, .move: return nil
    case .add, .edit, .setFavourite, .setTags: return try self.station(of: answer)
    }
  }

  /// Returns the stations that were played last, the latest first.
  public func recentStations() async throws -> [Station] {
    try value(Station.list(ofAnswer: try await get(.recent)), "stations")
  }

  /// Makes the daemon search the directory for `words`, a text for `SearchWords`; returns at most 100 stations.
  public func search(_ words: String) async throws -> StationSearchResult {
    try result(of: try await searchAnswer(words, limit: StationSearchResult.maximumStations))
  }

  /// Makes the daemon search for `words`; returns its answer, with at most `limit` stations (1…100).
  package func searchAnswer(_ words: String, limit: Int) async throws -> JSONValue {
    try await post(.directorySearch, .object(["words": words, "limit": limit]), within: limits.work)
  }

  /// Reads the answer of a search.
  package func result(of answer: JSONValue) throws(DaemonError) -> StationSearchResult {
    try value(StationSearchResult(json: answer), "stations")
  }

  /// Makes the daemon check whether `station`, of its list or of a search, plays. Throws the reason when it does not.
  public func check(_ station: Station) async throws -> StationCheck {
    let found = station.id.isEmpty ? station.directoryID : nil
    let body = JSONValue.object(["directoryId": found, "url": found == nil ? station.url : nil])
    let answer = try await post(.directoryCheck, body, within: limits.work)
    do {
      return try value(try StationCheck(json: answer), "result of a check")
    } catch let failure as RequestError {
      throw DaemonError.failed(reason: failure.reason)
    }
  }

  // MARK: Titles, log, figures

  /// Returns the last titles, at most `limit` (1…10,000), the latest first.
  public func titles(limit: Int) async throws -> [HistoryEntry] {
    let titles = try value(try await get(.history, query: "limit=\(limit)")["titles"]?.elements, "titles")
    return titles.prefix(limit).compactMap(HistoryEntry.init(json:))
  }

  /// Returns the log records with numbers greater than `number`; at most 1,000.
  public func log(after number: Int) async throws -> RemoteLog {
    let answer = try await get(.log, query: "after=\(max(0, number))")
    return RemoteLog(
      extract: try value(LogExtract(json: answer), "log"), run: try value(answer["started"]?.text, "log"))
  }

  /// Returns what the daemon needs of the machine, without the share of the processor.
  public func figures() async throws -> RadioFigures {
    try value(RadioFigures(json: try await get(.figures)), "figures")
  }

  // MARK: Answers

  private func status(of answer: JSONValue) throws(DaemonError) -> RadioStatus {
    try value(RadioStatus(json: answer), "status")
  }

  private func station(of answer: JSONValue) throws(DaemonError) -> Station {
    try value(answer["station"].flatMap { Station(answer: $0) }, "station")
  }

  /// Returns `value`, which an answer should have as its `name`.
  func value<Value>(_ value: Value?, _ name: String) throws(DaemonError) -> Value {
    guard let value else { throw notOurs("its answer has no \(name)") }
    return value
  }
}
