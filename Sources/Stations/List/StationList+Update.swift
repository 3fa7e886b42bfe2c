public import AudioCore

extension StationList {
  /// Changes the list in the file at `path` while no other program of ours writes the file. So `change` gets the
  /// present list, and no change of another program is lost. The file is written as ``save(to:)`` writes it, and only
  /// when `change` made a difference.
  ///
  /// Without a file the list begins as `beginning`; `isThere` says whether the file exists. Throws `.cannotRead` when
  /// there is neither, `.badStationList` when the file is not a valid list and stays unchanged, `.cannotCreate`,
  /// `.cannotWrite` (also when the new list would be invalid), `.conflict` when it would be larger than
  /// ``maximumBytes``, and the errors of `change`.
  public static func update(
    path: String, beginning: StationList?,
    _ change: (_ list: inout StationList, _ isThere: Bool) throws(TuneError) -> Void
  ) throws(TuneError) {
    try StationFile(path: path).replace { (exists) throws(TuneError) -> [UInt8]? in
      guard exists || beginning != nil else { throw .cannotRead(path: path, reason: "there is no such file") }
      let before = try exists ? load(path: path) : beginning ?? StationList()
      var list = before
      try change(&list, exists)
      guard list != before else { return nil }
      let bytes = list.encoded()
      guard bytes.count <= maximumBytes else {
        throw .conflict(message: "the list is full: it would have more than \(maximumBytes >> 20) MiB")
      }
      do throws(TuneError) {
        _ = try parse(bytes, path: path)
      } catch {
        guard case .list(.badStationList(_, let reason)) = error else { throw error }
        throw .cannotWrite(path: path, reason: "the list could not be read again: \(reason)")
      }
      return bytes
    }
  }

  /// Replaces the station with the id `id` with `station`. An address that the old entry shares with another station is
  /// not checked again, so that an entry that was written by hand stays editable.
  ///
  /// Throws `.unknownStation` with similar ids, `.invalidRequest` with the reason why `station` cannot be in a list,
  /// and `.conflict` when another station has its id or its new address.
  public mutating func replace(_ id: String, with station: Station) throws(TuneError) {
    let place = try index(ofID: id)
    if let fault = station.faultClause { throw .invalidRequest(message: fault) }
    let before = stations[place]
    let identity = StreamURL.identity(station.url)
    let hasNewAddress = identity != StreamURL.identity(before.url)
    for (index, other) in stations.enumerated() where index != place {
      if other.id == station.id { throw .conflict(message: "the id '\(other.id)' is taken by \(other.name)") }
      if hasNewAddress, StreamURL.identity(other.url) == identity {
        throw .conflict(message: "'\(other.id)' (\(other.name)) has this address already")
      }
    }
    stations[place] = station
  }

  /// Returns the list at `location`; `shipped` are the bytes of the list that is part of the program. A file that
  /// exists but is invalid is an error and is never skipped silently.
  public static func load(from location: StationListLocation, shipped: [UInt8]) throws(TuneError) -> StationList {
    switch location {
    case .named(let path): return try load(path: path)
    case .user(let path) where StationFile(path: path).isThere: return try load(path: path)
    case .user, .shipped: return try parse(shipped, path: "shipped with the program")
    }
  }
}
