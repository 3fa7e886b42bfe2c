import Logging
public import RadioModel
public import Stations
import Synchronization

/// What is requested of the daemon while it is read, and the requests that change the station list.
extension RemoteRadio {
  private static let maximumTitles = 1000
  /// The shortest time between two requests for the sound that is kept.
  private static let timeShiftInterval = Duration.seconds(1)
  private static let noChanges = """
    this daemon's stations cannot be changed from here: it is of an older version; update it, and start it again
    """

  // MARK: - Stations

  /// Has the daemon make `change` in its list. Returns the station of the answer; one that was moved or removed is
  /// returned as it was known.
  public func change(_ change: StationChange, ifVersion version: Int?) async throws -> Station {
    guard state.withLock({ $0.makesChanges }) else { throw DaemonError.badRequest(reason: Self.noChanges) }
    let known = change.stationID.map { id in
      stations.stations.first { $0.id == id } ?? Station(id: id, name: id, url: "")
    }
    guard let station = try await client.change(change, ifVersion: version) ?? known else {
      throw client.notOurs("its answer has no station")
    }
    return station
  }

  /// Has the daemon search the directory; returns at most 100 stations.
  public func search(_ words: String) async throws -> StationSearchResult { try await client.search(words) }

  /// Has the daemon check whether `station` plays there. Throws the reason when it does not.
  public func check(_ station: Station) async throws -> StationCheck { try await client.check(station) }

  // MARK: - Parts of the state

  /// Requests all that is due. What fails is requested again at the next round; the status shows why.
  func refresh() async {
    let due = state.withLock { ($0.stationReads > 0, $0.titleReads > 0, $0.recentReads > 0) }
    if due.0 { await attempt(refreshStations) }
    if due.1, looks.isLookedAt(.titles) { await attempt(refreshTitles) }
    if due.2, looks.isLookedAt(.recent) { await attempt(refreshRecent) }
    if looks.isLookedAt(.timeShift) { await attempt(refreshTimeShift) }
    if looks.isLookedAt(.recordings) { await attempt(refreshRecordings) }
    if looks.isLookedAt(.log) { await attempt(refreshLog) }
    if looks.isLookedAt(.figures) { await attempt(refreshFigures) }
  }

  /// Runs `request`. A daemon of an older version does not know all of them.
  private func attempt(_ request: () async throws -> Void) async {
    do {
      try await request()
    } catch {
      let text = "the daemon gives no answer for the view: \(error)"
      let last = state.withLock { exchange(&$0.lastFault, with: text) }
      if text != last { logger.debug("\(text)", source: "Remote") }
    }
  }

  private func refreshStations() async throws {
    state.withLock { $0.stationReads = 0 }
    let answer: StationListAnswer
    do {
      answer = try await client.stations()
    } catch {
      state.withLock { $0.stationReads = 1 }
      throw error
    }
    state.withLock { state in
      state.makesChanges = answer.version != nil
      var new = StationListState(
        version: answer.version ?? state.stations.version, stations: answer.stations,
        fault: state.makesChanges ? answer.fault : Self.noChanges)
      if !state.makesChanges, new != state.stations { new.version += 1 }
      state.stations = new
    }
  }

  private func refreshTitles() async throws {
    state.withLock { $0.titleReads -= 1 }
    let entries = try await client.titles(limit: Self.maximumTitles)
    state.withLock { state in
      guard entries != state.titles.entries else { return }
      state.titles = TitleList(version: state.titles.version + 1, entries: entries)
    }
  }

  private func refreshTimeShift() async throws {
    let now = ContinuousClock.now
    let isDue = state.withLock { state in
      if state.status.seekable == nil { state.timeShift = nil }
      guard state.status.seekable != nil,
        state.timeShiftRequest.map({ now - $0 >= Self.timeShiftInterval }) ?? true
      else { return false }
      state.timeShiftRequest = now
      return true
    }
    guard isDue else { return }
    let timeShift = try await client.timeShift()
    state.withLock { $0.timeShift = timeShift }
  }

  private func refreshRecordings() async throws {
    let keptTitles = state.withLock { state -> Int? in
      let isDue = state.status.recordings > 0 || state.recordings.contains(where: \.isActive)
      return isDue ? state.keptTitles : nil
    }
    guard let keptTitles else { return }
    let recordings = try await client.recordings().map(\.cleaned)
    state.withLock { state in
      if state.keptTitles == keptTitles { state.recordings = recordings }
    }
  }

  private func refreshRecent() async throws {
    state.withLock { $0.recentReads -= 1 }
    let recent = try await client.recentStations()
    state.withLock { $0.recent = recent }
  }

  /// Appends the new records, which are numbered on over restarts of the daemon.
  private func refreshLog() async throws {
    let place = state.withLock { $0.logPlace }
    let answer = try await client.log(after: place.number)
    state.withLock { state in
      for var record in state.logPlace.records(of: answer) {
        record.number = (state.log.records.last?.number ?? 0) + 1
        state.log.records.append(record)
      }
      state.log.records.removeFirst(max(0, state.log.records.count - LogStore.defaultLimit))
      (state.log.warnings, state.log.errors) = (answer.extract.warnings, answer.extract.errors)
    }
  }

  private func refreshFigures() async throws {
    var figures = try await client.figures()
    state.withLock { state in
      state.meter.measure(&figures)
      state.figures = figures
    }
  }
}
