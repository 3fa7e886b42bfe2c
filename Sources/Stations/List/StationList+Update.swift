import AudioCore

extension StationList {
  /// Changes the list in the file at `path` while no other program of ours writes the file. So `change` gets the
  /// present list, and no change of another program is lost. The file is written as ``save(to:)`` writes it, and only
  /// when `change` made a difference.
  ///
  /// Without a file the list begins as `beginning`; `isThere` says whether the file exists. Throws `.cannotRead` when
  /// there is neither, `.badStationList` when the file is no valid list and stays unchanged, `.cannotCreate`,
  /// `.cannotWrite` (also when the new list would be invalid), and the errors of `change`.
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
      do throws(TuneError) {
        _ = try parse(bytes, path: path)
      } catch {
        guard case .badStationList(_, let reason) = error else { throw error }
        throw .cannotWrite(path: path, reason: "the list could not be read again: \(reason)")
      }
      return bytes
    }
  }
}
